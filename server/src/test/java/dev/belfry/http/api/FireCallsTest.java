package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Firing a timer now, and being told why it has not fired yet. */
class FireCallsTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of("groups.default.retention", "1h", "groups.still.shards", "4"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply put(String path, String executeAt, String url, String more) {
        return server.put(
                "/api/v1/timers/" + path,
                "{\"executeAt\": \"%s\", \"callbackUrl\": \"%s\"%s}"
                        .formatted(executeAt, url, more));
    }

    private static Reply fire(String path) {
        return server.post("/api/v1/timers/" + path + "/fire");
    }

    private static Reply explain(String path) {
        return server.get("/api/v1/timers/" + path + "/explanation");
    }

    private static void awaitState(String path, String state) {
        Eventually.holds(path + " " + state, () -> explain(path).field("state").equals(state));
    }

    @Test
    void aTimerFiresNowAndStaysTheSameTimer() throws Exception {
        try (var receiver = Receiver.answering(204, "")) {
            put("default/now", "2090-01-01T00:00:00Z", receiver.url(), ", \"payload\": [1.10]");
            assertThat(explain("default/now").field("text")).startsWith("It is due in 2");

            var fired = fire("default/now");
            assertThat(fired.status()).isEqualTo(200);
            assertThat(Instant.parse(fired.field("executeAt"))).isBefore("2090-01-01T00:00:00Z");
            assertThat(new String(receiver.next(), StandardCharsets.UTF_8)).contains("[1.10]");

            awaitState("default/now", "REACHED");
            assertThat(fire("default/now").status()).isEqualTo(200);
            assertThat(receiver.next()).isNotEmpty();
        }
    }

    @Test
    void ifMatchMustHold() {
        var created = put("default/tagged", "2090-01-01T00:00:00Z", "http://a.example", "");
        var path = "/api/v1/timers/default/tagged/fire";
        assertThat(server.post(path, "", "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(server.get("/api/v1/timers/default/tagged").header("ETag"))
                .isEqualTo(created.header("ETag"));
    }

    @Test
    void oneThatFailedIsToBeRedriven() throws Exception {
        try (var receiver = Receiver.answering(410, "")) {
            put("default/failed", "2020-01-01T00:00:00Z", receiver.url(), "");
            receiver.next();
            awaitState("default/failed", "FAILED");
            assertThat(explain("default/failed").field("text"))
                    .contains("given up after 1 attempt", "HTTP 410", "Redrive");
            var refused = fire("default/failed");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.field("code")).isEqualTo("TIMER_FAILED");
            assertThat(refused.field("detail"))
                    .contains("/api/v1/groups/default/timers/failed/redrive");
        }
    }

    @Test
    void aRetryThatIsAheadIsToldWithTheAttemptsThatFollow() throws Exception {
        try (var receiver = Receiver.answering(500, "")) {
            put(
                    "default/retry",
                    "2026-01-01T00:00:00Z",
                    receiver.url(),
                    ", \"retryPolicy\": {\"maxAttempts\": 30, \"initialInterval\": \"1h\", \"maxInterval\": \"1h\", \"maxDuration\": \"3650d\"}");
            receiver.next();
            awaitState("default/retry", "BACKING_OFF");
            var json = explain("default/retry").json();
            assertThat(json.path("text").asText()).contains("Attempt 1 failed: HTTP 500");
            assertThat(json.path("nextAttemptAt").asText())
                    .isEqualTo(json.at("/schedule/0/notBefore").asText());
            assertThat(json.path("schedule")).hasSize(20);
            assertThat(json.at("/schedule/0/attempt").asInt()).isEqualTo(2);
            assertThat(json.path("moreAttempts").asBoolean()).isTrue();
        }
    }

    @Test
    void aTimerOfAPausedGroupSaysSo() {
        server.post("/api/v1/groups/still/pause", "{\"reason\": \"out of paper\"}");
        put("still/due", "2020-01-01T00:00:00Z", "http://127.0.0.1:1/", "");
        var json = explain("still/due").json();
        assertThat(json.path("state").asText()).isEqualTo("PAUSED");
        assertThat(json.path("text").asText()).contains("(out of paper)", "has been due for");
        put("still/ahead", "2090-01-01T00:00:00Z", "http://127.0.0.1:1/", "");
        assertThat(explain("still/ahead").field("state")).isEqualTo("SCHEDULED");
        assertThat(explain("still/ahead").field("text")).contains("paused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"default/nobody", "nowhere/t", "default/%00", "UPPER/t"})
    void whatIsNotThereIsNotFoundAndWhatCanNotBeIsNamed(String path) {
        for (var reply : new Reply[] {fire(path), explain(path)}) {
            assertThat(reply.status()).as(path).isIn(400, 404);
            if (reply.status() == 400) {
                assertThat(reply.field("field")).isIn("groupId", "timerId");
            }
        }
    }
}
