package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.access.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that was told to take keys over plain HTTP from other machines says so. */
class InsecureTest {
    private static final String WHY = "keys and tokens come over plain HTTP";

    @TempDir private Path folder;

    @Test
    void healthAndAlarmsSayItAndTheTextIsForCallersOfAllGroups() {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("admin", Role.READ, "*");
        var reader = keys.add("reader", Role.READ, "own");
        var settings =
                Map.of(
                        "http.host", "0.0.0.0",
                        "http.insecure", "true",
                        "auth.keys", keys.path().toString(),
                        "groups.own.shards", "1");
        try (var server = ServerUnderTest.start(settings)) {
            for (var path : List.of("/health/live", "/health/ready")) {
                var health = server.get(path);
                assertThat(health.status()).isEqualTo(200);
                assertThat(health.field("status")).isEqualTo("UP");
                assertThat(health.text()).contains("\"security\"", "INSECURE").doesNotContain(WHY);
            }
            assertThat(alarms(server, admin)).contains("INSECURE", WHY);
            assertThat(alarms(server, reader)).contains("INSECURE").doesNotContain(WHY);
        }
    }

    private static String alarms(ServerUnderTest server, String said) {
        return server.get("/api/v1/alarms", "Authorization", said).text();
    }

    @Test
    void oneThatOnlyThisMachineReachesSaysNothing() {
        try (var server = ServerUnderTest.start()) {
            assertThat(server.get("/health/ready").text()).doesNotContain("security");
        }
    }
}
