package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves of shards to other databases: counted, begun, waited for, listed and cancelled. */
class MoveCommandTest {
    private static final String MOVES = "/api/v1/groups/orders/moves";

    private static final String TOO_MANY =
            "{\"status\":429,\"title\":\"t\",\"code\":\"TOO_MANY_REQUESTS\",\"detail\":\"d\"}";

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    private static String move(String status, String more) {
        return """
        {"groupId":"orders","shard":3,"from":"east","to":"west","status":"%s","copied":7,"frozenMillis":3,\
        "createdAt":"2030-01-01T00:00:00Z"%s}"""
                .formatted(status, more);
    }

    private static String moves(String status, String more) {
        return "{\"moves\":[%s],\"pending\":5,\"kept\":2}".formatted(move(status, more));
    }

    @Test
    void aDryRunSaysWhatWouldBeMoved() {
        server.on("POST " + MOVES, 200, moves("RUNNING", ""));

        var result = shell.run("move", "start", "-g", "orders", "--to", "west", "--dry-run");

        assertThat(server.asked().getFirst().body()).isEqualTo("{\"to\":\"west\",\"dryRun\":true}");
        assertThat(result.out()).contains("5 pending and 2 kept timers would be moved");
        assertThat(result.code()).isZero();
    }

    @Test
    void someShardsAreMovedAndWaitedFor() {
        server.on("POST " + MOVES, 202, moves("RUNNING", ""))
                .on("GET " + MOVES, 200, moves("DONE", ""));

        var result =
                shell.run(
                        "move",
                        "start",
                        "-g",
                        "orders",
                        "--to",
                        "west",
                        "--shards",
                        "0-2,7",
                        "--wait");

        assertThat(server.asked().getFirst().body())
                .isEqualTo("{\"to\":\"west\",\"shards\":[0,1,2,7]}");
        assertThat(result.out()).contains("3      east  west  DONE");
        assertThat(result.code()).isZero();
    }

    @Test
    void aMoveIsWaitedForWhateverBecameOfOthersBefore() {
        var former = move("FAILED", "").replace("\"shard\":3", "\"shard\":9");
        var other = move("RUNNING", "").replace("\"shard\":3", "\"shard\":8");
        server.on("POST " + MOVES, 202, moves("RUNNING", ""))
                .on(
                        "GET " + MOVES,
                        200,
                        "{\"moves\":[%s,%s,%s]}".formatted(former, move("DONE", ""), other));

        var result =
                shell.run(
                        "move",
                        "start",
                        "-g",
                        "orders",
                        "--to",
                        "west",
                        "--shards=3",
                        "--wait",
                        "--json");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("\"shard\":3", "DONE")
                .doesNotContain("FAILED", "RUNNING");
    }

    @Test
    void aMoveThatFailedIsToldByTheExitCode() {
        server.on("POST " + MOVES, 202, moves("FAILED", ",\"reason\":\"a row is refused\""));

        var result = shell.run("move", "start", "-g", "orders", "--to", "west", "--wait");

        assertThat(result.out()).contains("a row is refused");
        assertThat(result.code()).isEqualTo(1);
    }

    @Test
    void aRangeThatIsNoneIsRefusedBeforeAnythingIsSent() {
        var result = shell.run("move", "start", "--to", "west", "--shards", "all");

        assertThat(result.err()).contains("--shards: 'all' is no range such as 0-7");
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5-3", "70000-80000", "65536", "0-65536"})
    void aRangeOfNoShardIsRefusedBeforeAnythingIsSent(String range) {
        var result = shell.run("move", "start", "--to", "west", "--shards", "1," + range);

        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err()).contains("--shards: '%s' must go up, to 65535".formatted(range));
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void whatWasOneRequestTooManyComesAgainWhenItMay() {
        var now = Map.of("Retry-After", "0");
        server.first(429, TOO_MANY, now)
                .first(429, TOO_MANY, now)
                .on("DELETE " + MOVES, 200, moves("CANCELLING", ""));

        var result = shell.run("move", "cancel", "-g", "orders");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(server.asked()).hasSize(3);
    }

    @Test
    void whatMayComeAgainInAWhileOnlyIsNotWaitedFor() {
        server.first(429, TOO_MANY, Map.of("Retry-After", "3600")).first(429, TOO_MANY, Map.of());

        for (int i = 1; i <= 2; i++) {
            var result = shell.run("move", "list", "-g", "orders");
            assertThat(result.code()).isEqualTo(5);
            assertThat(result.err()).contains("TOO_MANY_REQUESTS");
            assertThat(server.asked()).hasSize(i);
        }
    }

    @Test
    void movesAreListedAndCancelled() {
        server.on("GET " + MOVES, 200, "{\"moves\":[]}")
                .on("DELETE " + MOVES, 200, moves("CANCELLING", ""))
                .on("DELETE " + MOVES + "/3", 200, move("CANCELLING", ""));

        assertThat(shell.run("move", "list", "-g", "orders").out()).contains("none");
        assertThat(shell.run("move", "cancel", "-g", "orders").out()).contains("CANCELLING");
        assertThat(shell.run("move", "cancel", "-g", "orders", "3").out())
                .isEqualTo("CANCELLING\n");
    }
}
