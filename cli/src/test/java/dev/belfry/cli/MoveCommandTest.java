package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Moves of shards to other databases: counted, begun, waited for, listed and cancelled. */
class MoveCommandTest {
    private static final String MOVES = "/api/v1/groups/orders/moves";

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
