package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerCallsTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of("groups.default.shards", "4", "groups.history.retention", "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String far(String id, String payload) {
        return """
                {"timerId": "%s", "executeAt": "2090-01-31T09:00:00.1234Z", "callbackUrl": "http://example.com/x", "payload": %s}"""
                .formatted(id, payload);
    }

    @Test
    void aDelayCountsFromTheServersClockWhenTheRequestComes() {
        var before = Instant.now();
        var body = "{\"delay\": \"1h\", \"callbackUrl\": \"http://a.example\"}";
        var created = server.put("/api/v1/timers/default/delayed", body);
        var after = Instant.now().plusMillis(1);

        assertThat(created.status()).isEqualTo(201);
        var executeAt = Instant.parse(created.field("executeAt"));
        assertThat(executeAt).isBetween(before.plusSeconds(3_600), after.plusSeconds(3_600));
        var moved = server.patch("/api/v1/timers/default/delayed", "{\"delay\": \"2h\"}");
        assertThat(Instant.parse(moved.field("executeAt")))
                .isAfterOrEqualTo(executeAt.plusSeconds(3_600));
    }

    @Test
    void aNewTimerIsCreatedWithDefaultsAndShown() {
        var created = server.post("/api/v1/timers", far("new", "{\"a\": 1}"));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.header("Location")).isEqualTo("/api/v1/groups/default/timers/new");
        var shown = server.get("/api/v1/timers/default/new");
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.header("ETag")).isEqualTo(created.header("ETag")).startsWith("\"");
        assertThat(shown.text()).isEqualTo(created.text());
        assertThat(shown.field("executeAt")).isEqualTo("2090-01-31T09:00:00.124Z");
        assertThat(shown.field("nextAttemptAt")).isEqualTo("2090-01-31T09:00:00.124Z");
        assertThat(shown.field("state")).isEqualTo("SCHEDULED");
        assertThat(shown.field("callbackTimeout")).isEqualTo("30s");
        assertThat(shown.json().path("retryPolicy").toString())
                .isEqualTo(
                        """
                        {"maxAttempts":1000,"maxDuration":"1d","initialInterval":"5s","backoffMultiplier":3.0,"maxInterval":"1h","success":"2xx","permanentStatuses":[]}""");
        assertThat(shown.json().has("correlationId")).isFalse();
    }

    @Test
    void anIdenticalCreateAnswers200AndADifferentOne409WithTheTimerThatIsThere() {
        var first = server.post("/api/v1/timers", far("same", "[1,  2]"));
        var again =
                server.post(
                        "/api/v1/timers",
                        """
                        {"callbackUrl": "http://example.com/x", "payload":[1,  2], "groupId": "default",
                         "executeAt": "2090-01-31T10:00:00.124+01:00", "timerId": "same"}""");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text()).isEqualTo(first.text());
        var other = server.post("/api/v1/timers", far("same", "[1, 2]"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.field("code")).isEqualTo("TIMER_EXISTS");
        assertThat(other.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(other.json().path("timer").path("timerId").asText()).isEqualTo("same");
        assertThat(other.text()).contains("[1,  2]");
    }

    @Test
    void aTraceGivesTheCorrelationIdAndIsNoPartOfWhatWasAsked() {
        var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        var first =
                server.post(
                        "/api/v1/timers",
                        far("traced", "1"),
                        "traceparent",
                        "00-" + trace + "-00f067aa0ba902b7-01");
        assertThat(first.field("correlationId")).isEqualTo(trace);
        var again =
                server.post(
                        "/api/v1/timers",
                        far("traced", "1"),
                        "traceparent",
                        "00-00000000000000000000000000000001-00f067aa0ba902b7-01");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.field("correlationId")).isEqualTo(trace);
        var invalid =
                server.post("/api/v1/timers", far("untraced", "1"), "traceparent", "nonsense");
        assertThat(invalid.json().has("correlationId")).isFalse();
    }

    @Test
    void valuesOfHeadersAreNeverShown() {
        var created =
                server.put(
                        "/api/v1/timers/default/secretive",
                        """
                        {"executeAt": "2090-01-31T09:00:00Z", "callbackUrl": "http://example.com/",
                         "headers": {"Authorization": "Bearer hunter2"}}""");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text()).contains("Authorization").doesNotContain("hunter2");
        assertThat(server.get("/api/v1/timers/default/secretive").text()).doesNotContain("hunter2");
    }

    @Test
    void putCreatesThenLeavesAloneThenReplaces() {
        var path = "/api/v1/timers/default/put";
        var body =
                "{\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        var created = server.put(path, body);
        assertThat(created.status()).isEqualTo(201);
        var same = server.put(path, body);
        assertThat(same.status()).isEqualTo(200);
        assertThat(same.header("ETag")).isEqualTo(created.header("ETag"));
        var replaced = server.put(path, body.replace("a.example", "b.example"));
        assertThat(replaced.status()).isEqualTo(200);
        assertThat(replaced.header("ETag")).isNotEqualTo(created.header("ETag"));
        assertThat(replaced.field("callbackUrl")).isEqualTo("http://b.example");
    }

    @Test
    void patchMergesTheTopLevel() {
        var path = "/api/v1/timers/default/patch";
        server.put(
                path,
                """
                {"executeAt": "2090-01-31T09:00:00Z", "callbackUrl": "http://a.example", "payload": {"a": 1},
                 "callbackTimeout": "5s", "correlationId": "c", "retryPolicy": {"maxAttempts": 9, "maxInterval": "2h"}}""");
        var patched =
                server.patch(
                        path,
                        """
                        {"payload": null, "callbackTimeout": null, "correlationId": null, "retryPolicy": {"maxAttempts": 2}}""",
                        "Content-Type",
                        "application/merge-patch+json");
        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.json().path("payload").isNull()).isTrue();
        assertThat(patched.field("callbackTimeout")).isEqualTo("30s");
        assertThat(patched.json().has("correlationId")).isFalse();
        assertThat(patched.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(2);
        assertThat(patched.json().at("/retryPolicy/maxInterval").asText()).isEqualTo("1h");
        assertThat(patched.field("callbackUrl")).isEqualTo("http://a.example");
        var again = server.patch(path, "{}");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("ETag")).isEqualTo(patched.header("ETag"));
    }

    @Test
    void ifMatchGuardsPutPatchAndDelete() {
        var path = "/api/v1/timers/default/guarded";
        var body =
                "{\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        assertThat(server.put(path, body, "If-Match", "*").status()).isEqualTo(412);
        var tag = server.put(path, body).header("ETag");
        for (var stale : new String[] {"\"1\"", "W/" + tag, "\"other\", \"more\""}) {
            var refused = server.patch(path, "{\"payload\": 1}", "If-Match", stale);
            assertThat(refused.status()).as(stale).isEqualTo(412);
            assertThat(refused.field("code")).isEqualTo("PRECONDITION_FAILED");
            assertThat(refused.header("ETag")).isEqualTo(tag);
            assertThat(refused.json().at("/timer/timerId").asText()).isEqualTo("guarded");
        }
        var patched = server.patch(path, "{\"payload\": 1}", "If-Match", "\"0\", " + tag);
        assertThat(patched.status()).isEqualTo(200);
        assertThat(server.delete(path, "If-Match", tag).status()).isEqualTo(412);
        assertThat(server.put(path, body, "If-Match", tag).status()).isEqualTo(412);
        assertThat(server.delete(path, "If-Match", patched.header("ETag")).status()).isEqualTo(204);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        for (var reply :
                new Reply[] {
                    server.get("/api/v1/timers/default/absent"),
                    server.patch("/api/v1/timers/default/absent", "{\"payload\": 1}"),
                    server.delete("/api/v1/timers/default/absent"),
                    server.post("/api/v1/groups/default/failed/absent/redrive")
                }) {
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.field("code")).isEqualTo("TIMER_NOT_FOUND");
        }
        var group = server.get("/api/v1/timers/nobody/absent");
        assertThat(group.status()).isEqualTo(404);
        assertThat(group.field("code")).isEqualTo("GROUP_NOT_FOUND");
        assertThat(group.field("field")).isEqualTo("groupId");
        var create =
                server.post(
                        "/api/v1/timers",
                        far("x", "1").replace("{\"t", "{\"groupId\": \"nobody\", \"t"));
        assertThat(create.field("code")).isEqualTo("GROUP_NOT_FOUND");
    }

    @Test
    void deleteSaysWhetherAnAttemptIsUnderWay() throws Exception {
        server.post("/api/v1/timers", far("idle", "1"));
        var idle = server.delete("/api/v1/timers/default/idle");
        assertThat(idle.status()).isEqualTo(204);
        assertThat(idle.header("Belfry-Attempt-In-Flight")).isEmpty();
        try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            server.put(
                    "/api/v1/timers/default/flying",
                    "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"http://127.0.0.1:%d/\"}"
                            .formatted(silent.getLocalPort()));
            silent.accept();
            var flying = server.delete("/api/v1/timers/default/flying");
            assertThat(flying.status()).isEqualTo(204);
            assertThat(flying.header("Belfry-Attempt-In-Flight")).isEqualTo("true");
        }
    }

    @Test
    void aReachedTimerIsKeptWithItsStateAndARepeatSchedulesNothing() throws Exception {
        try (var receiver = Receiver.answering(204, "")) {
            var body =
                    "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\", \"payload\": {\"n\": 1.10}}"
                            .formatted(receiver.url());
            var path = "/api/v1/timers/history/reached";
            server.put(path, body);
            assertThat(new String(receiver.next(), StandardCharsets.UTF_8))
                    .contains("{\"n\": 1.10}");
            Eventually.holds("reached", () -> server.get(path).field("state").equals("REACHED"));
            var again = server.put(path, body);
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.field("state")).isEqualTo("REACHED");
            assertThat(again.json().has("reachedAt")).isTrue();
            assertThat(again.json().has("nextAttemptAt")).isFalse();
            assertThat(server.delete(path).status()).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "with blank",
                "a/b/c",
                "%2F",
                "100%",
                "ünïcödé ☃",
                "😀😀",
                "?#&=+;",
                "\"quoted\\\"",
                "...",
                "batch"
            })
    void anyIdComesThroughThePath(String id) {
        var path = "/api/v1/groups/default/timers/" + PercentText.encode(id);
        var body =
                "{\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        var created = server.put(path, body);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.field("timerId")).isEqualTo(id);
        assertThat(created.header("Location")).isEqualTo(path);
        assertThat(server.get(path).field("timerId")).isEqualTo(id);
        assertThat(server.delete(path).status()).isEqualTo(204);
    }

    @Test
    void theLongestIdFitsIntoTheRequestLine() {
        var id = "😀".repeat(255);
        var path = "/api/v1/groups/default/timers/" + PercentText.encode(id);
        var body =
                "{\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        assertThat(server.put(path, body).status()).isEqualTo(201);
        assertThat(server.get(path).field("timerId")).isEqualTo(id);
    }
}
