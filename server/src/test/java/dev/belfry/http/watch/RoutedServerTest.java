package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.server.Eventually;
import dev.belfry.server.FaultyStore;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on several databases. */
class RoutedServerTest {
    private static final Group DEFAULT = Group.of("default", 16);
    private static final List<String> CALLS_OF_A_RUNNING_NODE =
            List.of("beat", "members", "commit", "page", "claim", "list", "find", "shards");

    @TempDir private Path folder;

    private Map<String, String> settings(String homes) {
        return Map.of(
                "store.databases.east",
                "sqlite:" + folder.resolve("east.db"),
                "store.databases.west",
                "sqlite:" + folder.resolve("west.db"),
                "groups.default.databases",
                homes);
    }

    private static String path(boolean inWest) {
        for (int i = 0; ; i++) {
            if (DEFAULT.shardOf("t" + i).index() >= 8 == inWest) {
                return "/api/v1/timers/default/t" + i;
            }
        }
    }

    private static int put(ServerUnderTest server, String path) {
        return server.put(
                        path,
                        "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\":"
                                + " \"http://a.example\"}")
                .status();
    }

    @Test
    void timersOfBothDatabasesAreServedAndMeteredEachForItself() {
        try (var server = ServerUnderTest.onSqlite(settings("east 0-7, west 8-15"))) {
            assertThat(server.get("/health/ready").status()).isEqualTo(200);
            assertThat(put(server, path(false))).isEqualTo(201);
            assertThat(put(server, path(true))).isEqualTo(201);
            assertThat(server.get("/api/v1/groups/default/timers").json().at("/timers")).hasSize(2);
            for (var name : List.of("east", "west")) {
                assertThat(server.get("/metrics").text())
                        .contains(
                                "belfry_store_call_seconds_count{database=\"%s\",operation=\"commit\",outcome=\"ok\"}"
                                        .formatted(name));
            }
        }
        try (var server = ServerUnderTest.onSqlite(settings("east 0-7, west 8-15"))) {
            assertThat(server.get(path(false)).status()).isEqualTo(200);
            assertThat(server.get(path(true)).status()).isEqualTo(200);
        }
    }

    @Test
    void aChangedMapMovesNothingAndALostDatabaseIsRefused() {
        try (var server = ServerUnderTest.onSqlite(settings("east 0-7, west 8-15"))) {
            assertThat(put(server, path(true))).isEqualTo(201);
        }

        try (var server = ServerUnderTest.onSqlite(settings("east 0-9, west 10-15"))) {
            assertThat(server.get(path(true)).status()).isEqualTo(200);
        }
        var alone = Map.of("store.url", "sqlite:" + folder.resolve("east.db"));
        assertThatThrownBy(() -> ServerUnderTest.onSqlite(alone))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("default#8 lives in a database called west");
    }

    @Test
    void aServerStaysReadyWhileOneDatabaseWorksAndNamesTheOther() {
        var west = new FaultyStore();
        try (var server = ServerUnderTest.on(routed(new FaultyStore().store(), west), Map.of())) {
            assertThat(put(server, path(true))).isEqualTo(201);
            for (var call : CALLS_OF_A_RUNNING_NODE) {
                west.fail(call, () -> new StoreException.Unavailable("down"));
            }

            Eventually.holds(
                    "its shards are refused", () -> server.get(path(true)).status() == 503);
            Eventually.holds("no proof", () -> put(server, path(true)) == 503);
            assertThat(put(server, path(false))).isBetween(200, 201);
            var ready = server.get("/health/ready");
            assertThat(ready.status()).isEqualTo(200);
            assertThat(ready.text())
                    .contains("{\"name\":\"store\",\"status\":\"UP\"}")
                    .contains("{\"name\":\"store.east\",\"status\":\"UP\"}")
                    .contains(
                            "{\"name\":\"store.west\",\"status\":\"DOWN\",\"reason\":\"it does not"
                                    + " answer\"}");

            west.mend();
            Eventually.holds("back", () -> put(server, path(true)) == 200);
        }
    }

    private static TimerStore routed(TimerStore east, FaultyStore west) {
        return new RoutedTimerStore(
                List.of(new RoutedDatabase("east", east), new RoutedDatabase("west", west.store())),
                shard -> shard.index() < 8 ? "east" : "west");
    }
}
