package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What became of timers: listed, and found by correlation id. */
class HistoryCallsTest {
    private static final String HISTORY = "/api/v1/groups/default/history";

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "groups.default.shards", "4",
                                "groups.default.retention", "1h",
                                "groups.other.shards", "2",
                                "groups.quiet.shards", "1",
                                "groups.quiet.attemptLog", "false"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void create(String group, String id, String url, String executeAt) {
        server.post(
                "/api/v1/timers",
                """
                {"groupId": "%s", "timerId": "%s", "executeAt": "%s", "callbackUrl": "%s",
                 "correlationId": "request-7", "retryPolicy": {"initialInterval": "1ms"}}"""
                        .formatted(group, id, executeAt, url));
    }

    private void fire(String group, String id, Receiver receiver) {
        create(group, id, receiver.url(), "2020-01-01T00:00:00Z");
    }

    private void cancel(String id) {
        create("default", id, "http://nobody.example", "2090-01-01T00:00:00Z");
        assertThat(server.delete("/api/v1/timers/default/" + id).status()).isEqualTo(204);
    }

    private JsonNode await(String path, int timers) {
        Eventually.holds(
                timers + " in " + path,
                () -> server.get(path).json().path("timers").size() == timers);
        return server.get(path).json().path("timers");
    }

    private static List<String> ids(JsonNode timers) {
        var ids = new ArrayList<String>();
        timers.forEach(timer -> ids.add(timer.path("timerId").asText()));
        return ids;
    }

    private static String find(String more) {
        return "/api/v1/timers?correlationId=request-7" + more;
    }

    @Test
    void oneCallSaysWhetherTheTimerOfARequestFiredWhenHowOftenAndWithWhatAnswer() {
        try (var receiver = Receiver.inTurn(500, 503, 201)) {
            fire("default", "order", receiver);
            Eventually.holds(
                    "it was reached",
                    () ->
                            server.get(find(""))
                                    .json()
                                    .at("/timers/0/state")
                                    .asText()
                                    .equals("REACHED"));
            var timer = server.get(find("")).json().at("/timers/0");
            assertThat(timer.path("attempts").asInt()).isEqualTo(3);
            assertThat(timer.path("reachedAt").isTextual()).isTrue();
            assertThat(timer.path("lastAttempts")).hasSize(3);
            assertThat(timer.at("/lastAttempts/0/status").asInt()).isEqualTo(500);
            assertThat(timer.at("/lastAttempts/0/error").asText()).isEqualTo("HTTP 500");
            assertThat(timer.at("/lastAttempts/1/status").asInt()).isEqualTo(503);
            assertThat(timer.at("/lastAttempts/2/status").asInt()).isEqualTo(201);
            assertThat(timer.at("/lastAttempts/2").has("error")).isFalse();
            assertThat(timer.at("/lastAttempts/2/node").asText()).isNotEmpty();
            assertThat(timer.at("/lastAttempts/2/durationMillis").isNumber()).isTrue();
        }
    }

    @Test
    void reachedFailedAndCancelledTimersAreListedByState() {
        try (var good = Receiver.answering(200, "");
                var gone = Receiver.answering(410, "")) {
            fire("default", "reached", good);
            await(HISTORY, 1);
            fire("default", "failed", gone);
            await(HISTORY, 2);
            cancel("cancelled");
            assertThat(ids(await(HISTORY, 3))).containsExactly("cancelled", "failed", "reached");
            for (var state : List.of("REACHED", "FAILED", "CANCELLED")) {
                var timers = server.get(HISTORY + "?state=" + state).json().path("timers");
                assertThat(timers).hasSize(1);
                assertThat(timers.get(0).path("state").asText()).isEqualTo(state);
            }
            assertThat(ids(await(HISTORY + "?state=FAILED,CANCELLED", 2)))
                    .containsExactly("cancelled", "failed");
            assertThat(server.get(HISTORY + "?state=SCHEDULED").status()).isEqualTo(400);
        }
    }

    @Test
    void itIsNarrowedByTimeIdPrefixAndCorrelationIdAndGoesOnByCursor() {
        for (int i = 0; i < 5; i++) {
            cancel("a" + i);
            cancel("b" + i);
        }
        var all = await(HISTORY, 10);
        var third = all.get(2).path("cancelledAt").asText();
        var until = ids(server.get(HISTORY + "?until=" + third).json().path("timers"));
        assertThat(until).doesNotContainAnyElementsOf(ids(all).subList(0, 3)).isNotEmpty();
        var from = ids(server.get(HISTORY + "?from=" + third).json().path("timers"));
        assertThat(from).containsAll(ids(all).subList(0, 3));
        assertThat(ids(server.get(HISTORY + "?idPrefix=a").json().path("timers")))
                .containsExactly("a4", "a3", "a2", "a1", "a0");
        assertThat(server.get(HISTORY + "?correlationId=another").json().path("timers")).isEmpty();
        assertThat(server.get(HISTORY + "?correlationId=request-7").json().path("timers"))
                .hasSize(10);
        assertThat(walk(HISTORY + "?idPrefix=b&limit=2"))
                .containsExactly("b4", "b3", "b2", "b1", "b0");
    }

    private List<String> walk(String path) {
        var ids = new ArrayList<String>();
        var page = server.get(path).json();
        ids.addAll(ids(page.path("timers")));
        while (page.has("nextCursor")) {
            page = server.get(path + "&cursor=" + page.path("nextCursor").asText()).json();
            ids.addAll(ids(page.path("timers")));
        }
        return ids;
    }

    @Test
    void correlationIdsFindScheduledAndKeptTimersOfAllGroups() {
        create("other", "waits", "http://nobody.example", "2090-01-01T00:00:00Z");
        create("default", "waits", "http://nobody.example", "2090-01-01T00:00:00Z");
        cancel("first");
        cancel("second");
        assertThat(walk(find("&limit=100"))).containsExactly("waits", "second", "first", "waits");
        for (int limit = 1; limit < 5; limit++) {
            assertThat(walk(find("&limit=" + limit)))
                    .containsExactly("waits", "second", "first", "waits");
        }
        assertThat(walk(find("&groupId=other"))).containsExactly("waits");
        assertThat(server.get(find("&groupId=none")).status()).isEqualTo(404);
        assertThat(server.get("/api/v1/timers").status()).isEqualTo(400);
        assertThat(server.get(find("&cursor=nonsense")).status()).isEqualTo(400);
    }

    @Test
    void scheduledTimersAreListedByIdPrefix() {
        for (var id : List.of("a1", "b1", "a2")) {
            create("default", id, "http://nobody.example", "2090-01-01T00:00:00Z");
        }
        assertThat(walk("/api/v1/groups/default/timers?idPrefix=a&limit=1"))
                .containsExactlyInAnyOrder("a1", "a2");
    }

    @Test
    void aCancelledTimerIsARecordAndNothingElse() {
        cancel("gone");
        var path = "/api/v1/timers/default/gone";
        assertThat(server.get(path).json().path("state").asText()).isEqualTo("CANCELLED");
        assertThat(server.get(path + "/explanation").json().path("state").asText())
                .isEqualTo("CANCELLED");
        assertThat(server.delete(path).status()).isEqualTo(404);
        assertThat(server.post(path + "/fire", "{}").status()).isEqualTo(404);
        create("default", "gone", "http://nobody.example", "2091-01-01T00:00:00Z");
        assertThat(server.get(path).json().path("state").asText()).isEqualTo("SCHEDULED");
        assertThat(server.get(HISTORY).json().path("timers")).isEmpty();
    }

    @Test
    void aGroupMayLeaveTheAttemptsOut() {
        try (var gone = Receiver.answering(410, "")) {
            fire("quiet", "a", gone);
            var timers = await("/api/v1/groups/quiet/history", 1);
            assertThat(timers.get(0).path("attempts").asInt()).isEqualTo(1);
            assertThat(timers.get(0).has("lastAttempts")).isFalse();
        }
    }
}
