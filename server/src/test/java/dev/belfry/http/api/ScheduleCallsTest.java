package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timers that run again and again: asked for, run, paused, changed and deleted. */
class ScheduleCallsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of("groups.default.shards", "4"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply put(String id, String url, String schedule) {
        return server.put(
                "/api/v1/timers/default/" + id,
                "{\"callbackUrl\": \"%s\", \"payload\": {\"n\": 1}, \"schedule\": %s}"
                        .formatted(url, schedule.replace('\'', '"')));
    }

    private static Reply get(String id) {
        return server.get("/api/v1/timers/default/" + id);
    }

    @Test
    void runsFollowEachOtherAndAreToldApart() throws Exception {
        try (var receiver = Receiver.answering(200, "")) {
            var created = put("ticks", receiver.url(), "{'every':'1s','count':3,'catchUp':'all'}");
            assertThat(created.status()).isEqualTo(201);
            var first = JSON.readTree(receiver.next());
            var second = JSON.readTree(receiver.next());

            assertThat(first.path("run").asLong()).isEqualTo(1);
            assertThat(second.path("run").asLong()).isEqualTo(2);
            var at = Instant.parse(first.path("scheduledFor").asText());
            assertThat(second.path("scheduledFor").asText())
                    .isEqualTo(at.plusSeconds(1).toString());
            assertThat(created.field("scheduledFor"))
                    .isEqualTo(first.path("scheduledFor").asText());
            assertThat(get("ticks").header("ETag")).isEqualTo(created.header("ETag"));
            receiver.next();
            Eventually.holds("the end after three", () -> get("ticks").status() == 404);
        }
    }

    @Test
    void aScheduleIsShownAsItWasAskedAndARepeatIsTheSame() {
        var schedule =
                "{'cron':'0 3 * * MON-FRI','zone':'Europe/Berlin','endAt':'2090-01-01T00:00:00Z','count':7,'catchUp':'none','jitter':'90s','onFailure':'pause'}";
        assertThat(put("shown", "http://a.example", schedule).status()).isEqualTo(201);
        assertThat(put("shown", "http://a.example", schedule).status()).isEqualTo(200);

        var shown = get("shown").json();
        assertThat(shown.path("schedule").path("cron").asText()).isEqualTo("0 3 * * MON-FRI");
        assertThat(shown.path("schedule").path("zone").asText()).isEqualTo("Europe/Berlin");
        assertThat(shown.path("schedule").path("jitter").asText()).isEqualTo("90s");
        assertThat(shown.path("run").asInt()).isEqualTo(1);
        assertThat(shown.path("paused").asBoolean()).isFalse();
        var late =
                Instant.parse(shown.path("executeAt").asText()).getEpochSecond()
                        - Instant.parse(shown.path("scheduledFor").asText()).getEpochSecond();
        assertThat(late).isBetween(0L, 90L);
    }

    @Test
    void aRunThatFailsIsADeadLetterAndTheScheduleGoesOn() throws Exception {
        try (var receiver = Receiver.answering(410, "")) {
            put("fails", receiver.url(), "{'every':'1s','catchUp':'all'}");
            receiver.next();
            receiver.next();
            Eventually.holds(
                    "a failed run", () -> !get("fails").json().path("failedRuns").isEmpty());
            var run = get("fails").json().at("/failedRuns/0/scheduledFor").asText();
            var letter = get("fails?scheduledFor=" + run).json();

            assertThat(letter.path("state").asText()).isEqualTo("FAILED");
            assertThat(letter.path("scheduledFor").asText()).isEqualTo(run);
            assertThat(letter.path("lastError").asText()).isEqualTo("HTTP 410");
            assertThat(server.get("/api/v1/groups/default/failed").json().toString()).contains(run);

            assertThat(server.delete("/api/v1/timers/default/fails").status()).isEqualTo(204);
            assertThat(get("fails?scheduledFor=" + run).status()).isEqualTo(404);
        }
    }

    @Test
    void aFailedRunIsRedrivenBesideItsScheduleOneAtATime() throws Exception {
        try (var receiver = Receiver.answering(410, "")) {
            server.put("/api/v1/groups/again", "{}");
            var timer = "/api/v1/groups/again/timers/a";
            server.put(
                    timer,
                    "{\"callbackUrl\":\"%s\",\"schedule\":{\"every\":\"1s\"}}"
                            .formatted(receiver.url()));
            Eventually.holds(
                    "two failed runs",
                    () -> server.get(timer).json().path("failedRuns").size() >= 2);
            server.post("/api/v1/groups/again/pause");
            var runs = server.get(timer).json().path("failedRuns");
            var first = "?scheduledFor=" + runs.at("/0/scheduledFor").asText();
            var second = "?scheduledFor=" + runs.at("/1/scheduledFor").asText();

            var redriven = server.post(timer + "/redrive" + first);

            assertThat(redriven.status()).isEqualTo(200);
            assertThat(redriven.field("state")).isEqualTo("SCHEDULED");
            assertThat(first).endsWith(redriven.field("scheduledFor"));
            assertThat(redriven.json().path("attempts").asInt()).isZero();
            assertThat(first).endsWith(server.get(timer).field("redrivenRun"));
            assertThat(server.get("/api/v1/groups/again/timers").json().path("timers")).hasSize(2);
            for (var run : List.of(first, second)) {
                var refused = server.post(timer + "/redrive" + run);
                assertThat(refused.status()).isEqualTo(409);
                assertThat(refused.field("code")).isEqualTo("RUN_REDRIVEN");
            }
            assertThat(server.get(timer + "/explanation" + first).field("state"))
                    .isEqualTo("PAUSED");

            server.post("/api/v1/groups/again/resume");
            Eventually.holds(
                    "the run failed again",
                    () -> server.get(timer + first).field("state").equals("FAILED"));
            assertThat(server.post(timer + "/redrive" + second).status()).isEqualTo(200);
            var unknown = server.post(timer + "/redrive?scheduledFor=2020-01-01T00:00:00Z");
            assertThat(unknown.status()).isEqualTo(404);
            assertThat(server.post(timer + "/redrive?scheduledFor=soon").field("field"))
                    .isEqualTo("scheduledFor");
        }
    }

    @Test
    void aFailureMayPauseTheSchedule() throws Exception {
        try (var receiver = Receiver.answering(410, "")) {
            put("halts", receiver.url(), "{'every':'1s','onFailure':'pause'}");
            receiver.next();
            Eventually.holds("paused", () -> get("halts").json().path("paused").asBoolean());
            assertThat(get("halts").json().path("failedRuns")).hasSize(1);
            assertThat(get("halts").json().has("nextAttemptAt")).isFalse();
            server.delete("/api/v1/timers/default/halts");
        }
    }

    @Test
    void aTimerIsPausedAndResumed() {
        put("rests", "http://a.example", "{'cron':'0 0 1 1 *'}");
        var path = "/api/v1/timers/default/rests";
        var paused = server.post(path + "/pause");
        assertThat(paused.status()).isEqualTo(200);
        assertThat(paused.json().path("paused").asBoolean()).isTrue();
        assertThat(paused.json().path("executeAt").asText())
                .isEqualTo(paused.json().path("scheduledFor").asText());
        assertThat(server.get(path + "/explanation").field("state")).isEqualTo("PAUSED");
        assertThat(server.post(path + "/pause").header("ETag")).isEqualTo(paused.header("ETag"));

        var resumed = server.post(path + "/resume");
        assertThat(resumed.json().path("paused").asBoolean()).isFalse();
        assertThat(resumed.json().path("nextAttemptAt").asText())
                .isEqualTo(paused.json().path("scheduledFor").asText());
    }

    @Test
    void aTimerThatRunsOnceHasNoSchedule() {
        server.put(
                "/api/v1/timers/default/once",
                "{\"executeAt\":\"2090-01-01T00:00:00Z\",\"callbackUrl\":\"http://a.example\"}");
        var refused = server.post("/api/v1/timers/default/once/pause");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.field("code")).isEqualTo("NO_SCHEDULE");
        assertThat(server.post("/api/v1/timers/default/absent/resume").status()).isEqualTo(404);
        assertThat(
                        server.patch(
                                        "/api/v1/timers/default/once",
                                        "{\"schedule\":{\"every\":\"1h\"}}")
                                .field("code"))
                .isEqualTo("NO_SCHEDULE");
    }

    @Test
    void aPatchedScheduleBeginsAnew() {
        put("moves", "http://a.example", "{'cron':'0 0 1 1 *'}");
        var patched =
                server.patch(
                        "/api/v1/timers/default/moves",
                        "{\"schedule\":{\"cron\":\"0 0 1 7 *\",\"zone\":\"UTC\"}}");
        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.field("scheduledFor")).contains("-07-01T00:00:00Z");
        assertThat(patched.field("nextAttemptAt")).isEqualTo(patched.field("scheduledFor"));
    }

    @Test
    void aPatchCanNotMoveARunBeyondWhatCanBeStored() {
        put("far", "http://a.example", "{'cron':'0 0 1 1 *'}");
        var end = "9999-12-31T23:59:59Z";
        var refused =
                server.patch(
                        "/api/v1/timers/default/far",
                        "{\"schedule\":{\"every\":\"1d\",\"anchor\":\"%s\",\"endAt\":\"%s\",\"jitter\":\"1d\"}}"
                                .formatted(end, end));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("field")).isEqualTo("schedule");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'cron':'61 * * * *'}                  | schedule.cron",
                "{'cron':'0 0 30 2 *'}                  | schedule",
                "{'cron':'* * * * *','every':'1s'}      | schedule",
                "{}                                     | schedule",
                "{'cron':'* * * * *','zone':'Berlin'}   | schedule.zone",
                "{'every':'1h','zone':'UTC'}            | schedule.zone",
                "{'every':'10ms'}                       | schedule.every",
                "{'every':'1h','count':0}               | schedule.count",
                "{'every':'1h','catchUp':'some'}        | schedule.catchUp",
                "{'every':'1h','jitter':'2d'}           | schedule.jitter",
                "{'every':'1h','onFailure':'stop'}      | schedule.onFailure",
                "{'every':'1h','endAt':'2020-01-01T00:00:00Z'} | schedule",
                "{'every':'1h','often':1}               | schedule.often",
            })
    void whatIsWrongIsNamed(String schedule, String field) {
        var refused = put("wrong", "http://a.example", schedule);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("field")).isEqualTo(field);
    }

    @Test
    void executeAtAndAScheduleDoNotGoTogether() {
        var refused =
                server.put(
                        "/api/v1/timers/default/both",
                        "{\"executeAt\":\"2090-01-01T00:00:00Z\",\"callbackUrl\":\"http://a.example\",\"schedule\":{\"every\":\"1h\"}}");
        assertThat(refused.field("field")).isEqualTo("executeAt");
    }

    @Test
    void aPreviewShowsTheNextRunsInTheZone() {
        var preview =
                server.get(
                        "/api/v1/schedule/preview?cron=30%202%20*%20*%20*&zone=Europe/Berlin&n=3&from=2026-03-28T00:00:00Z");
        assertThat(preview.status()).isEqualTo(200);
        assertThat(preview.json().at("/runs/0/scheduledFor").asText())
                .isEqualTo("2026-03-28T01:30:00Z");
        assertThat(preview.json().at("/runs/1/scheduledFor").asText())
                .isEqualTo("2026-03-29T01:00:00Z");
        assertThat(preview.json().at("/runs/1/local").asText())
                .isEqualTo("2026-03-29T03:00:00+02:00");
        assertThat(preview.json().path("runs")).hasSize(3);
        assertThat(server.get("/api/v1/schedule/preview?cron=nonsense").field("field"))
                .isEqualTo("cron");
        assertThat(server.get("/api/v1/schedule/preview").field("field")).isEqualTo("cron");
    }
}
