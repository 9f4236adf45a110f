package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two servers on one store, each sent every request, so that one of the two passes it on: what is
 * changed is what the request names, whichever of them was asked.
 */
class ForwardedNamesTest {
    private static final String TIMERS = "/api/v1/groups/default/timers/";
    private static final String FIELDS =
            "\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"";

    private static final List<ServerUnderTest> NODES = new ArrayList<>();

    @BeforeAll
    static void start() {
        var store = new MemoryTimerStore(InstantSource.system());
        for (var name : List.of("a", "b")) {
            NODES.add(
                    ServerUnderTest.on(
                            store,
                            Map.of("node.id", name, "cluster.secret", "a-secret-of-many-letters")));
        }
        Eventually.holds("both have shards", () -> NODES.stream().allMatch(it -> isReady(it)));
    }

    private static boolean isReady(ServerUnderTest node) {
        var owners = new HashSet<String>();
        node.get("/api/v1/cluster")
                .json()
                .at("/groups/0/shards")
                .forEach(it -> owners.add(it.path("owner").asText("")));
        return node.get("/health/ready").status() == 200 && owners.equals(Set.of("a", "b"));
    }

    @AfterAll
    static void stop() {
        NODES.forEach(ServerUnderTest::close);
    }

    private static String raw(ServerUnderTest node, String method, String target)
            throws IOException {
        try (var connection = new RawConnection(node.port())) {
            return connection
                    .say("%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(method, target))
                    .answer();
        }
    }

    @Test
    void aTargetWithAFragmentDeletesNothing() throws Exception {
        for (int i = 0; i < 8; i++) {
            var path = TIMERS + "kept" + i;
            assertThat(NODES.getFirst().put(path, "{" + FIELDS + "}").status()).isEqualTo(201);
            for (var node : NODES) {
                for (var fragment : List.of("#b", "#", "?#b", "/fire#b")) {
                    assertThat(raw(node, "DELETE", path + fragment))
                            .as(path + fragment)
                            .startsWith("HTTP/1.1 400 ");
                }
            }
            assertThat(NODES.getLast().get(path).status()).isEqualTo(200);
        }
    }

    /** Each is created by one node, its neighbours by name stand beside it, and it alone goes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a#b",
                "a?b",
                "a/b",
                "a%23b",
                "a%b",
                "a\\b",
                "a b",
                "a+b",
                "a&b=c",
                "a;b",
                "a:b@c",
                "...",
                "../a",
                "a/../b",
                "//a",
                "http://elsewhere/a",
                "ü€😀"
            })
    void aRequestThatIsPassedOnNamesTheSameTimer(String id) {
        for (int i = 0; i < 4; i++) {
            var name = id + i;
            var path = TIMERS + PercentText.encode(name);
            for (var node : NODES) {
                var made = node.put(path, "{" + FIELDS + "}");
                assertThat(made.status()).as("%s", made).isEqualTo(201);
                assertThat(made.field("timerId")).isEqualTo(name);
                assertThat(made.header("Location")).isEqualTo(path);
                var explained = node.get(path + "/explanation");
                assertThat(explained.status()).as("%s", explained).isEqualTo(200);
                assertThat(node.patch(path, "{\"payload\": 1}").field("timerId")).isEqualTo(name);
                assertThat(node.delete(path).status()).isEqualTo(204);
            }
        }
    }
}
