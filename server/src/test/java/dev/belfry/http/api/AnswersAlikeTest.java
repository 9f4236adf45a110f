package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.server.RawConnection;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What all answers have in common, and what their callers may leave out of them. */
class AnswersAlikeTest {
    private static final String FAR =
            "\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example/\"";

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of("groups.other.shards", "2"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply create(String group, String body) {
        return server.post("/api/v1/groups/" + group + "/timers", body);
    }

    // ---- one tree

    @Test
    void aTimerIsCreatedInTheGroupOfThePath() {
        assertThat(create("other", "{\"timerId\": \"p1\"," + FAR + "}").field("groupId"))
                .isEqualTo("other");
        assertThat(
                        create("other", "{\"timerId\": \"p2\", \"groupId\": \"other\"," + FAR + "}")
                                .status())
                .isEqualTo(201);
        assertThat(server.get("/api/v1/timers/other/p2").text())
                .isEqualTo(server.get("/api/v1/groups/other/timers/p2").text());
    }

    @Test
    void aBodyDoesNotNameAnotherGroupThanThePath() {
        var refused =
                create("other", "{\"timerId\": \"p3\", \"groupId\": \"default\"," + FAR + "}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("field")).isEqualTo("groupId");
    }

    @Test
    void aTimerMayHaveTheNameOfACall() {
        for (var id : List.of("batch", "fire", "redrive")) {
            var path = "/api/v1/groups/other/timers/" + id;
            assertThat(server.put(path, "{" + FAR + "}").status()).isEqualTo(201);
            assertThat(server.get(path).field("timerId")).isEqualTo(id);
            assertThat(server.post(path + "/fire", "{}").status()).isEqualTo(200);
        }
    }

    // ---- request ids

    @Test
    void everyAnswerHasAnIdOfItsOwn() {
        var ids = new HashSet<String>();
        for (var path :
                List.of("/api/v1/groups", "/health/live", "/nowhere", "/api/v1/groups/no")) {
            ids.add(server.get(path).header("X-Request-Id"));
        }
        assertThat(ids).hasSize(4).doesNotContain("");
    }

    @Test
    void aCallersOwnIdComesBackIfItIsSane() {
        assertThat(server.get("/api/v1/groups", "X-Request-Id", "A-b_c.9").header("X-Request-Id"))
                .isEqualTo("A-b_c.9");
        for (var bad : List.of("a b", "a".repeat(65), "<script>", "\u00fc")) {
            assertThat(server.get("/api/v1/groups", "X-Request-Id", bad).header("X-Request-Id"))
                    .matches("[0-9a-f]{16}");
        }
    }

    @Test
    void whatIsNoRequestHasAnIdToo() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            var reply = connection.reply("GET");
            assertThat(reply.status()).isEqualTo(414);
            assertThat(reply.header("X-Request-Id")).matches("[0-9a-f]{16}");
        }
    }

    // ---- all errors at once

    private static List<String> faults(Reply reply) {
        assertThat(reply.status()).as("%s", reply).isEqualTo(400);
        return faults(reply.json());
    }

    private static List<String> faults(JsonNode problem) {
        var fields = problem.path("errors").findValuesAsText("field");
        assertThat(problem.path("field").asText()).isEqualTo(fields.getFirst());
        assertThat(problem.path("detail")).isEqualTo(problem.at("/errors/0/detail"));
        return fields;
    }

    @Test
    void allThatIsWrongWithABodyIsToldAtOnce() {
        var refused =
                create(
                        "default",
                        """
                        {"timerId": "", "executeAt": "soon", "callbackUrl": 7, "callbackTimeout": "1h",
                         "retryPolicy": {"maxAttempts": "many", "first": {"a": [1]}, "backoffMultiplier": true},
                         "correlationId": "\u00fc", "colour": [{"red": 1}], "payload": {"a": [1, 2]},
                         "schedule": {"zone": "Nowhere", "catchUp": "some"}}
                        """);
        assertThat(faults(refused))
                .containsExactly(
                        "executeAt",
                        "callbackUrl",
                        "retryPolicy.maxAttempts",
                        "retryPolicy.first",
                        "retryPolicy.backoffMultiplier",
                        "colour",
                        "schedule.zone",
                        "schedule.catchUp",
                        "timerId",
                        "callbackTimeout",
                        "correlationId");
    }

    @Test
    void whatIsMissingIsToldBesideWhatIsWrong() {
        assertThat(faults(create("default", "{}")))
                .containsExactly("timerId", "callbackUrl", "executeAt");
        assertThat(faults(create("default", "{\"payload\": 1, \"payload\": 2}")))
                .containsExactly("payload", "timerId", "callbackUrl", "executeAt");
        assertThat(faults(create("default", "{\"timerId\": \"a\", \"delay\": \"x\"}")))
                .containsExactly("delay", "callbackUrl");
        assertThat(faults(server.put("/api/v1/groups/default/timers/a", "{\"timerId\": \"b\"}")))
                .containsExactly("timerId", "callbackUrl", "executeAt");
    }

    @Test
    void aPatchIsToldAllAndMissesNothing() {
        assertThat(
                        faults(
                                server.patch(
                                        "/api/v1/groups/default/timers/a",
                                        "{\"callbackUrl\": \"ftp://a\", \"callbackTimeout\": \"0ms\"}")))
                .containsExactly("callbackUrl", "callbackTimeout");
    }

    @Test
    void eachItemOfABatchIsToldAllOfItsOwn() {
        var reply =
                server.post(
                        "/api/v1/timers/batch",
                        "{\"timers\": [{\"x\": {}, \"y\": []}, {\"timerId\": \"good\","
                                + FAR
                                + "}]}");
        assertThat(faults(reply.json().at("/results/0/problem")))
                .containsExactly("x", "y", "timerId", "callbackUrl", "executeAt");
        assertThat(reply.json().at("/results/1/status").asInt()).isEqualTo(201);
    }

    @Test
    void aBodyOfNothingButMistakesMakesNoHugeAnswer() {
        var fields = new StringBuilder("{");
        for (int i = 0; i < 5_000; i++) {
            fields.append("\"f").append(i).append("\": {\"a\": ").append(i).append("},");
        }
        var refused = create("default", fields.append(FAR).append("}").toString());
        assertThat(faults(refused)).hasSize(FaultList.MOST);
    }

    // ---- less to read

    @Test
    void aListLeavesPayloadsOutIfItIsAsked() {
        create("other", "{\"timerId\": \"l1\", \"payload\": \"long\"," + FAR + "}");
        var with = server.get("/api/v1/groups/other/timers").text();
        var without = server.get("/api/v1/groups/other/timers?payload=false").text();
        assertThat(with).contains("\"payload\":\"long\"");
        assertThat(without).contains("\"l1\"").doesNotContain("\"payload\"");
        assertThat(server.get("/api/v1/groups/other/failed?payload=false").status()).isEqualTo(200);
        assertThat(server.get("/api/v1/groups/other/timers?payload=no").field("field"))
                .isEqualTo("payload");
    }

    @Test
    void aMinimalAnswerToABatchHasStatusesAndProblems() {
        var body =
                "{\"timers\": [{\"timerId\": \"m1\",%s}, {\"timerId\": \"m1\", \"payload\": 1,%s}]}"
                        .formatted(FAR, FAR);
        var whole = server.post("/api/v1/timers/batch", body);
        assertThat(whole.header("Preference-Applied")).isEmpty();
        assertThat(whole.json().at("/results/0/timer").isObject()).isTrue();
        var minimal =
                server.post(
                        "/api/v1/timers/batch", body, "Prefer", "respond-async, return=minimal");
        assertThat(minimal.header("Preference-Applied")).isEqualTo("return=minimal");
        var results = minimal.json().path("results");
        assertThat(results.get(0).toString()).isEqualTo("{\"status\":200}");
        assertThat(results.get(1).path("status").asInt()).isEqualTo(409);
        assertThat(results.at("/1/problem/code").asText()).isEqualTo("TIMER_EXISTS");
        assertThat(StreamSupport.stream(results.spliterator(), false)).hasSize(2);
    }
}
