package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists, groups, failed timers and the cluster. */
class ListCommandsTest {
    private static final String TIMERS = "/api/v1/groups/default/timers";
    private static final String FAILED = "/api/v1/groups/default/failed";

    private final FakeServer server = new FakeServer();
    private final Shell shell = new Shell(server.url());

    @AfterEach
    void close() {
        server.close();
    }

    private static String page(String cursor, String... ids) {
        var timers = new java.util.StringJoiner(",");
        for (var id : ids) {
            timers.add(
                    """
                    {"timerId":"%s","executeAt":"2030-01-01T00:00:10.5Z",\
                    "nextAttemptAt":"2030-01-01T00:01:00Z","attempts":1,"callbackUrl":"http://x/",\
                    "failedAt":"2030-01-01T00:02:00Z","lastError":"HTTP 500"}\
                    """
                            .formatted(id));
        }
        return "{\"timers\":[%s],\"nextCursor\":%s}".formatted(timers, cursor);
    }

    @Test
    void aListIsATableThatSaysWhenThereIsMore() {
        server.on("GET " + TIMERS + "?limit=2", 200, page("\"c1\"", "a", "b"));
        assertThat(shell.run("timer", "list", "--limit", "2").out())
                .isEqualTo(
                        """
                        TIMER  EXECUTE AT            NEXT ATTEMPT          ATTEMPTS  CALLBACK   LAST ERROR
                        a      2030-01-01T00:00:10Z  2030-01-01T00:01:00Z  1         http://x/  HTTP 500
                        b      2030-01-01T00:00:10Z  2030-01-01T00:01:00Z  1         http://x/  HTTP 500
                        There are more: --all, or --cursor c1
                        """);
    }

    @Test
    void whatIsOverIsATableWithTheLastAnswer() {
        server.on(
                "GET /api/v1/groups/orders/history?state=REACHED%2CCANCELLED&idPrefix=a",
                200,
                """
                {"timers":[{"timerId":"a","state":"REACHED","executeAt":"2030-01-01T00:00:10.5Z",\
                "reachedAt":"2030-01-01T00:02:00Z","attempts":2,"lastAttempts":[{"status":500},\
                {"status":204}]},{"timerId":"ab","state":"CANCELLED",\
                "executeAt":"2030-01-01T00:00:10.5Z","cancelledAt":"2030-01-01T00:00:01Z",\
                "attempts":0}]}
                """);
        assertThat(
                        shell.run(
                                        "timer",
                                        "history",
                                        "-g",
                                        "orders",
                                        "--state",
                                        "reached,cancelled",
                                        "--id-prefix",
                                        "a")
                                .out()
                                .lines()
                                .map(line -> line.replaceAll(" +", " ").strip()))
                .containsExactly(
                        "TIMER STATE EXECUTE AT ENDED AT ATTEMPTS ANSWER LAST ERROR",
                        "a REACHED 2030-01-01T00:00:10Z 2030-01-01T00:02:00Z 2 204",
                        "ab CANCELLED 2030-01-01T00:00:10Z 2030-01-01T00:00:01Z 0 -");
    }

    @Test
    void timersAreFoundByCorrelationId() {
        server.on(
                "GET /api/v1/timers?correlationId=order-7",
                200,
                """
                {"timers":[{"groupId":"default","timerId":"a","state":"SCHEDULED",\
                "executeAt":"2030-01-01T00:00:10.5Z","attempts":0}]}
                """);
        assertThat(shell.run("timer", "find", "order-7").out()).contains("default").contains("a ");
    }

    @Test
    void anEmptyListSaysSo() {
        server.on("GET " + TIMERS, 200, page("null"));
        assertThat(shell.run("timer", "list").out()).isEqualTo("none\n");
    }

    @Test
    void filtersAreSent() {
        server.on(
                "GET "
                        + TIMERS
                        + "?from=2030-01-01T00%3A00%3A00Z&until=2030-01-01T01%3A00%3A00Z&correlationId=a%26b",
                200,
                page("null", "a"));
        assertThat(
                        shell.run(
                                        "timer",
                                        "list",
                                        "--from",
                                        "now",
                                        "--until",
                                        "in 1h",
                                        "--correlation-id",
                                        "a&b")
                                .code())
                .isZero();
    }

    @Test
    void allPagesAreReadWithProgressAndOneObjectInEachLine() {
        server.on("GET " + TIMERS + "?limit=1000", 200, page("\"c/1\"", "a", "b"))
                .on("GET " + TIMERS + "?limit=1000&cursor=c%2F1", 200, page("null", "c"));
        var result = shell.watched().run("timer", "list", "--all", "--json");
        assertThat(result.out().lines()).hasSize(3).allMatch(it -> it.startsWith("{\"timerId\":"));
        assertThat(result.err()).contains("reading 3");
    }

    @Test
    void failedTimersAreListedAndRedriven() {
        server.on("GET " + FAILED, 200, page("null", "a"));
        assertThat(shell.run("failed", "list").out()).contains("FAILED AT").contains("HTTP 500");
        server.on("GET " + FAILED + "?limit=1000", 200, page("\"c\"", "a", "b"))
                .on("GET " + FAILED + "?limit=1000&cursor=c", 200, page("null", "c d"))
                .on("POST " + FAILED + "/a/redrive", 200, "{}")
                .on(
                        "POST " + FAILED + "/b/redrive",
                        409,
                        "{\"title\":\"T\",\"code\":\"TIMER_EXISTS\"}")
                .on("POST " + FAILED + "/c%20d/redrive", 200, "{}");
        var result = shell.watched().run("failed", "redrive", "--all");
        assertThat(result.out()).isEqualTo("2 redriven, 1 refused\n");
        assertThat(result.err()).contains("b: T: ").contains("redriving 3");
        assertThat(result.code()).isEqualTo(3);
        assertThat(shell.run("failed", "redrive", "a").out()).isEqualTo("1 redriven, 0 refused\n");
        assertThat(shell.run("failed", "redrive").code()).isEqualTo(1);
    }

    @Test
    void aSingleRunOfAScheduleIsNamedByItsInstant() {
        var run = "?scheduledFor=2031-05-06T03%3A00%3A00Z";
        var letter = "{\"timerId\":\"s\",\"scheduledFor\":\"2031-05-06T03:00:00Z\"}";
        server.on("GET " + FAILED + "?limit=1000", 200, "{\"timers\":[" + letter + "]}")
                .on("POST " + FAILED + "/s/redrive" + run, 200, "{}")
                .on("GET " + TIMERS + "/s" + run, 200, letter)
                .on("DELETE " + TIMERS + "/s" + run, 204, "");
        var at = "2031-05-06T03:00:00Z";
        assertThat(shell.run("failed", "redrive", "--all").out()).startsWith("1 redriven, 0");
        assertThat(shell.run("failed", "redrive", "s", "--scheduled-for", at).out())
                .startsWith("1 redriven, 0");
        assertThat(shell.run("failed", "redrive", "s", "t", "--scheduled-for", at).code())
                .isEqualTo(1);
        assertThat(shell.run("timer", "get", "s", "--json", "--scheduled-for", at).out())
                .isEqualTo(letter + "\n");
        assertThat(shell.run("timer", "delete", "s", "--scheduled-for", at).code()).isZero();
    }

    @Test
    void timersAreCreatedFromAFile(@TempDir Path folder) throws Exception {
        var file =
                Files.writeString(
                        folder.resolve("timers.jsonl"),
                        """
                        {"timerId":"a","payload":1.10}

                        not json
                        {"timerId":"b"}
                        {"timerId":"c"} {"timerId":"d"}
                        [1]
                        {"timerId":"e"}
                        """);
        server.on(
                "POST /api/v1/timers/batch",
                200,
                """
                {"results":[{"status":201,"timer":{}},{"status":200,"timer":{}},
                {"status":409,"problem":{"title":"T","code":"TIMER_EXISTS","detail":"d"}}]}\
                """);
        var result = shell.watched().run("timer", "create", "--file", file.toString());
        assertThat(server.asked().getFirst().body())
                .isEqualTo(
                        "{\"timers\":[{\"timerId\":\"a\",\"payload\":1.10},{\"timerId\":\"b\"},"
                                + "{\"timerId\":\"e\"}]}");
        assertThat(result.out()).isEqualTo("1 created, 1 existed already, 4 refused\n");
        assertThat(result.err())
                .contains("line 3: is not a JSON object")
                .contains("line 5: is not a JSON object")
                .contains("line 6: is not a JSON object")
                .contains("line 7: T: d (TIMER_EXISTS)")
                .contains("creating [");
        assertThat(result.code()).isEqualTo(4);
    }

    @Test
    void timersAreCreatedFromTheStandardInput() {
        server.on("POST /api/v1/timers/batch", 200, "{\"results\":[{\"status\":201}]}");
        var result =
                shell.input("{\"timerId\":\"a\"}\n")
                        .run("timer", "create", "--file", "-", "--json");
        assertThat(result.out()).isEqualTo("{\"created\":1,\"identical\":0,\"refused\":0}\n");
    }

    @Test
    void groupsAreShownPausedAndResumed() {
        server.on(
                        "GET /api/v1/groups",
                        200,
                        """
                        {"groups":[{"groupId":"default","shardCount":16,"backlogAgeMillis":0,
                        "retention":"7d","paused":true,"pauseReason":"deploy"}]}\
                        """)
                .on(
                        "GET /api/v1/groups/g",
                        200,
                        """
                        {"groupId":"g","shardCount":2,"paused":false,"pending":3,
                        "shards":[{"index":0,"pending":3,"kept":0},{"index":1,"pending":0,"kept":0}]}\
                        """)
                .on("POST /api/v1/groups/g/pause", 202, "{\"unconfirmedShards\":[1,2]}")
                .on("POST /api/v1/groups/g/resume", 200, "{}");
        assertThat(shell.run("group", "list").out())
                .contains("GROUP")
                .contains("default  16")
                .contains("paused: deploy");
        assertThat(shell.run("group", "show", "g").out())
                .contains("pending          3")
                .contains("shards in use    1");
        assertThat(shell.run("group", "pause", "g", "--reason", "a \"b\"").out())
                .isEqualTo("paused g; not yet confirmed by shards [1,2]\n");
        assertThat(server.asked().getLast().body()).isEqualTo("{\"reason\":\"a \\\"b\\\"\"}");
        assertThat(shell.run("group", "resume", "g").out()).isEqualTo("resumed g\n");
    }

    @Test
    void groupsAreMadeChangedAndDeleted() {
        server.on("PUT /api/v1/groups/g", 201, "{}")
                .on("PATCH /api/v1/groups/g", 200, "{}")
                .on("DELETE /api/v1/groups/g?drop=true", 202, "{\"phase\":\"DROPPING\"}");
        assertThat(
                        shell.run(
                                        "group",
                                        "create",
                                        "g",
                                        "--shards",
                                        "4",
                                        "--retention",
                                        "1h",
                                        "--retry",
                                        "permanentStatuses=404,422",
                                        "--rate",
                                        "2.5")
                                .out())
                .isEqualTo("created g\n");
        assertThat(server.asked().getLast().body())
                .isEqualTo(
                        "{\"retention\":\"1h\",\"retryPolicy\":{\"permanentStatuses\":[404,422]},"
                                + "\"limits\":{\"ratePerSecond\":2.5},\"shards\":4}");
        assertThat(shell.run("group", "set", "g", "--rate", "usual", "--weight", "3").out())
                .isEqualTo("changed g\n");
        assertThat(server.asked().getLast().body())
                .isEqualTo("{\"limits\":{\"weight\":3,\"ratePerSecond\":null}}");
        assertThat(shell.run("group", "set", "g").err()).contains("say what to change");
        assertThat(shell.run("group", "delete", "g", "--drop", "--yes").out())
                .isEqualTo("deleting g (DROPPING)\n");
    }

    @Test
    void allPagesOfGroupsAreListed() {
        server.on(
                        "GET /api/v1/groups?prefix=t",
                        200,
                        "{\"groups\":[{\"groupId\":\"t1\",\"phase\":\"DROPPING\"}],\"nextCursor\":\"c\"}")
                .on(
                        "GET /api/v1/groups?prefix=t&cursor=c",
                        200,
                        """
                        {"groups":[{"groupId":"t2","phase":"SERVING",
                        "limits":{"weight":2,"ratePerSecond":0.5,"burst":1,"concurrency":4}}]}\
                        """);
        assertThat(shell.run("group", "list", "--prefix", "t").out())
                .contains("dropping")
                .contains("weight 2, 0.5/s, 4 at once");
    }

    @Test
    void aServerThatIsNotReadySaysWhy() {
        server.on(
                "GET /health/ready",
                503,
                """
                {"status":"down","checks":[{"name":"store","status":"up"},
                {"name":"shards","status":"down","reason":"3 of 16 are open"}]}\
                """,
                Map.of());
        var result = shell.run("health");
        assertThat(result.err()).isEqualTo("belfry: not ready: shards: 3 of 16 are open\n");
        assertThat(result.code()).isEqualTo(5);
    }

    @Test
    void theClusterIsAListOfMembersWithTheirShards() {
        server.on(
                "GET /api/v1/cluster",
                200,
                """
                {"self":"n1","members":[{"nodeId":"n1","address":"h:1","version":"1.2.3","incarnation":"1f"},
                {"nodeId":"n2","address":"h:2","incarnation":"2f"}],
                "groups":[{"groupId":"g","shards":[{"index":0,"owner":"n1"},{"index":1,"owner":"n1"},
                {"index":2,"owner":"n2"},{"index":3,"owner":null}]}]}\
                """,
                Map.of());
        assertThat(shell.run("cluster").out())
                .isEqualTo(
                        """
                        NODE  ADDRESS  VERSION  INCARNATION  SHARDS
                        n1    h:1      1.2.3    1f           2       answered this
                        n2    h:2      -        2f           1
                        1 shards have no owner at the moment
                        """);
    }

    @Test
    void completionKnowsTheCommands() {
        assertThat(shell.run("completion", "bash").out())
                .contains("complete -F _complete_belfry")
                .contains("redrive")
                .contains("--correlation-id");
        assertThat(shell.run("completion", "zsh").out()).contains("bashcompinit");
        assertThat(shell.run("completion", "fish").code()).isEqualTo(1);
    }
}
