package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bulk jobs: counted, confirmed, begun, waited for, listed and cancelled. */
class BulkCommandTest {
    private static final String BULK = "/api/v1/groups/orders/bulk";

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    private static String job(String status, int matched, int done, int failed, String more) {
        return """
        {"jobId":"0f-1","groupId":"orders","action":"delete","dryRun":false,"filter":{},\
        "status":"%s","createdAt":"2030-01-01T00:00:00Z","matched":%d,"done":%d,"skipped":1,\
        "failed":%d%s}"""
                .formatted(status, matched, done, failed, more);
    }

    private void begins(String over) {
        server.on("POST " + BULK, 202, job("RUNNING", 0, 0, 0, ""))
                .on("GET " + BULK + "/0f-1", 200, over);
    }

    @Test
    void aDryRunIsWaitedForAndNamesSome() {
        begins(job("DONE", 3, 0, 0, ",\"sample\":[\"a\",\"b\"]"));
        var result =
                shell.run(
                        "bulk",
                        "postpone",
                        "-g",
                        "orders",
                        "--by",
                        "1h",
                        "--dry-run",
                        "--until",
                        "in 1h",
                        "--host",
                        "a:1",
                        "--error",
                        "HTTP 500");
        assertThat(server.asked().getFirst().body())
                .isEqualTo(
                        "{\"action\":\"postpone\",\"by\":\"1h\",\"until\":\"2030-01-01T01:00:00Z\","
                                + "\"host\":\"a:1\",\"error\":\"HTTP 500\",\"dryRun\":true}");
        assertThat(result.out())
                .contains("3 found, 0 done, 1 skipped, 0 failed")
                .contains("such as a\n");
        assertThat(result.code()).isZero();
    }

    @Test
    void whoDoesNotSayYesChangesNothing() {
        begins(job("DONE", 3, 0, 0, ",\"sample\":[\"a\"]"));
        for (var answer : new String[] {"", "\n", "no\n"}) {
            var result = shell.input(answer).run("bulk", "delete", "-g", "orders");
            assertThat(result.err())
                    .contains("delete 2 timers of group orders, such as a? [y/N]")
                    .contains("nothing was changed");
            assertThat(result.code()).isEqualTo(1);
        }
        assertThat(server.asked().stream().filter(it -> it.line().startsWith("POST")))
                .hasSize(3)
                .allMatch(it -> it.body().contains("\"dryRun\":true"));
    }

    @Test
    void whoSaysYesBeginsTheJobThatWasCounted() {
        begins(job("DONE", 3, 0, 0, ",\"sample\":[\"a\"]"));
        var result =
                shell.input("y\n")
                        .run("bulk", "delete", "-g", "orders", "--id-prefix", "a", "--wait");
        assertThat(server.asked().get(2).body())
                .isEqualTo("{\"action\":\"delete\",\"idPrefix\":\"a\"}");
        assertThat(result.code()).isZero();
    }

    @Test
    void whereThereIsNothingToDoNobodyIsAsked() {
        begins(job("DONE", 1, 0, 0, ""));
        var result = shell.run("bulk", "redrive", "-g", "orders");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("1 found, 0 done, 1 skipped");
        assertThat(result.code()).isZero();
    }

    @Test
    void withoutWaitingTheJobIsNamed() {
        begins(job("RUNNING", 0, 0, 0, ""));
        var result = shell.run("bulk", "fire", "-g", "orders", "--yes");
        assertThat(result.out()).contains("belfry bulk show -g orders 0f-1");
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void theCodeSaysHowAJobEnded() {
        begins(job("DONE", 3, 1, 1, ",\"failures\":[\"a: refused\"]"));
        var failed = shell.watched().run("bulk", "delete", "-g", "orders", "--yes", "--wait");
        assertThat(failed.out()).contains("failed: a: refused");
        assertThat(failed.err()).contains("working 3");
        assertThat(failed.code()).isEqualTo(4);
        begins(job("CANCELLED", 3, 1, 0, ""));
        assertThat(shell.run("bulk", "show", "-g", "orders", "0f-1", "--wait").code()).isEqualTo(3);
        begins(job("FAILED", 3, 1, 0, ",\"reason\":\"there is no group 'orders'\""));
        var gone = shell.run("bulk", "show", "-g", "orders", "0f-1", "--wait");
        assertThat(gone.out()).contains("because there is no group 'orders'");
        assertThat(gone.code()).isEqualTo(1);
        assertThat(shell.run("bulk", "show", "-g", "orders", "0f-1").code()).isZero();
    }

    @Test
    void jobsAreListedAndCancelled() {
        server.on("GET " + BULK, 200, "{\"jobs\":[" + job("DONE", 3, 2, 0, "") + "]}")
                .on("DELETE " + BULK + "/0f-1", 200, job("CANCELLED", 3, 2, 0, ""))
                .on("GET /api/v1/groups/default/bulk", 200, "{\"jobs\":[]}");
        assertThat(shell.run("bulk", "list", "-g", "orders").out())
                .isEqualTo(
                        """
                        JOB   ACTION  STATUS  CREATED               FOUND  DONE  SKIPPED  FAILED
                        0f-1  delete  DONE    2030-01-01T00:00:00Z  3      2     1        0
                        """);
        assertThat(shell.run("bulk", "list", "-g", "orders", "--json").out()).startsWith("{\"jobs");
        assertThat(shell.run("bulk", "list").out()).isEqualTo("none\n");
        assertThat(shell.run("bulk", "cancel", "-g", "orders", "0f-1").out())
                .startsWith("0f-1 delete: CANCELLED\n");
    }
}
