package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that change while a server runs. */
class ReloadsTest {
    private static final String NODE_THAT_NOBODY_FINDS = "http://node.held.test:4711";

    @TempDir private Path folder;

    @Test
    void aResolverThatDoesNotAnswerDelaysNoFile() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("admin", Role.ADMIN, "*");
        var secrets = Files.writeString(folder.resolve("secrets.yaml"), "credentials: {}");
        var settings =
                Map.of(
                        "cluster.secret",
                        "a-secret-of-many-letters",
                        "cluster.address",
                        NODE_THAT_NOBODY_FINDS,
                        "cluster.port",
                        Integer.toString(freePort()),
                        "auth.keys",
                        keys.path().toString(),
                        "callback.secrets",
                        secrets.toString());
        try (var server =
                ServerUnderTest.on(new MemoryTimerStore(InstantSource.system()), settings)) {
            Eventually.holds("a look-up hangs", () -> HeldNames.WAITING.get() > 0);

            var late = keys.add("late", Role.READ, "*");
            Eventually.holds("a new key is known", () -> status(server, late) == 200);
            keys.revoke(late);
            Eventually.holds("it is not", () -> status(server, late) == 401);
            Files.writeString(secrets, "nonsense: 1");
            Eventually.holds(
                    "a broken file is told of",
                    () ->
                            server.get("/api/v1/alarms", "Authorization", admin)
                                    .text()
                                    .contains("SECRETS_UNREADABLE"));
            assertThat(HeldNames.WAITING.get()).as("one look at a time").isEqualTo(1);
        } finally {
            HeldNames.RELEASED.countDown();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static int status(ServerUnderTest server, String said) {
        return server.get("/api/v1/groups", "Authorization", said).status();
    }

    @Test
    void withoutAFileOfKeysThereIsNoStartAndTheWayToOneIsSaid() {
        var file = folder.resolve("none.yaml").toString();
        assertThatThrownBy(() -> ServerUnderTest.start(Map.of("auth.keys", file)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "auth.keys: there is no %s; 'belfry key create --file %s' makes it",
                        file, file);
    }
}
