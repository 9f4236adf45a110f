package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.InstantText;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.operate.access.Caller;
import dev.belfry.server.Eventually;
import dev.belfry.server.ServerUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actions on many timers by filter, as jobs. */
class BulkCallsTest {
    private static final String BULK = "/api/v1/groups/default/bulk";
    private static final String TIMERS = "/api/v1/groups/default/timers";

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server = ServerUnderTest.onSqlite(Map.of("groups.default.shards", "4"));
        server.get(TIMERS + "?limit=1000&payload=false")
                .json()
                .path("timers")
                .findValuesAsText("timerId")
                .forEach(id -> server.delete(TIMERS + "/" + id));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void create(int count, String prefix) {
        var timers = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            timers.add(
                    """
                    {"timerId": "%s%d", "executeAt": "2100-01-01T00:00:00Z", "callbackUrl": "http://localhost:9/"}"""
                            .formatted(prefix, i));
        }
        server.post("/api/v1/timers/batch", "{\"timers\": [" + String.join(", ", timers) + "]}");
    }

    private JsonNode begun(String body) {
        var reply = server.send("POST", BULK, Optional.of(body));
        assertThat(reply.status()).isEqualTo(202);
        return reply.json();
    }

    private JsonNode finished(String body) {
        var path = BULK + "/" + begun(body).path("jobId").asText();
        Eventually.holds(
                "the job is done",
                () -> server.get(path).json().path("status").asText().equals("DONE"));
        return server.get(path).json();
    }

    private int pending() {
        return server.get(TIMERS + "?limit=1000").json().path("timers").size();
    }

    @Test
    void thoseThatTheFilterLetsPassAreDeletedAndTheOthersStay() {
        create(250, "a");
        create(5, "b");
        var job = finished("{\"action\": \"delete\", \"idPrefix\": \"a\"}");
        assertThat(job.path("matched").asInt()).isEqualTo(250);
        assertThat(job.path("done").asInt()).isEqualTo(250);
        assertThat(pending()).isEqualTo(5);
        assertThat(server.get(BULK).json().at("/jobs/0/jobId")).isEqualTo(job.path("jobId"));
    }

    @Test
    void aDryRunCountsAndNamesSomeAndChangesNothing() {
        create(120, "a");
        var job = finished("{\"action\": \"delete\", \"dryRun\": true, \"host\": \"localhost:9\"}");
        assertThat(job.path("matched").asInt()).isEqualTo(120);
        assertThat(job.path("sample")).hasSize(10);
        assertThat(pending()).isEqualTo(120);
    }

    @Test
    void postponedTimersMoveOnceThoughTheJobMeetsThemAgain() {
        create(150, "a");
        var job = finished("{\"action\": \"postpone\", \"by\": \"1h\"}");
        assertThat(job.path("done").asInt()).isEqualTo(150);
        var times =
                server.get(TIMERS + "?limit=1000")
                        .json()
                        .path("timers")
                        .findValuesAsText("executeAt");
        assertThat(times).hasSize(150).allMatch(it -> it.startsWith("2100-01-01T01:00:00"));
    }

    @Test
    void aJobWhoseWorkerDiedIsFinishedByTheNodesNextLife() {
        var store = new MemoryTimerStore(InstantSource.system());
        var half =
                new BulkJob(
                        new GroupId("default"),
                        "0f",
                        BulkJob.Action.DELETE,
                        Duration.ZERO,
                        false,
                        Query.NONE,
                        CallerHeader.text(Caller.ANYONE),
                        Instant.parse("2099-01-01T00:00:00Z"),
                        BulkJob.State.RUNNING,
                        "one@0",
                        "",
                        new BulkJob.Counts(50, 49, 1, 0),
                        List.of(),
                        "");
        assertThat(BulkJob.parse(new StoredRecord(half.key(), 1, half.text()))).isEqualTo(half);
        server.close();
        server = ServerUnderTest.on(store, Map.of("node.id", "one"));
        create(150, "a");
        var now = Instant.ofEpochMilli(System.currentTimeMillis() + 1);
        var begun = half.text().replaceAll("createdAt=[0-9]+", "createdAt=" + now.toEpochMilli());
        store.records().apply(RecordChange.Write.ofNew(half.key(), begun));
        Eventually.holds(
                "the job is done",
                () -> server.get(BULK + "/0f").json().path("status").asText().equals("DONE"));
        assertThat(server.get(BULK + "/0f").json().path("done").asInt()).isEqualTo(199);
        assertThat(pending()).isZero();
    }

    @Test
    void aStoredJobWithAnEmptyFilterIsShownButGoesNoFurther() {
        var store = new MemoryTimerStore(InstantSource.system());
        server.close();
        server = ServerUnderTest.on(store, Map.of());
        create(3, "a");
        var words =
                "action=DELETE&by=0ms&dryRun=false&createdAt=%d&filter.idPrefix=&state="
                        .formatted(System.currentTimeMillis() + 1);
        var group = new GroupId("default");
        store.records().apply(RecordChange.Write.ofNew(BulkJob.key(group, "0d"), words + "DONE"));
        store.records()
                .apply(RecordChange.Write.ofNew(BulkJob.key(group, "0e"), words + "RUNNING"));
        finished("{\"action\": \"fire\", \"idPrefix\": \"none\"}");
        assertThat(server.get(BULK + "/0d").field("status")).isEqualTo("DONE");
        assertThat(server.get(BULK + "/0e").field("status")).isEqualTo("FAILED");
        assertThat(server.get(BULK + "/0e").field("reason")).contains("empty");
        assertThat(pending()).isEqualTo(3);
    }

    @Test
    void oneThatCanNotBeChangedIsCountedAndDoesNotHinderTheOthers() {
        create(3, "a");
        var almostTooLate = Instant.now().plus(Duration.ofDays(36_499));
        server.put(
                TIMERS + "/late",
                """
                {"executeAt": "%s", "callbackUrl": "http://localhost:9/"}"""
                        .formatted(InstantText.format(almostTooLate)));
        var job = finished("{\"action\": \"postpone\", \"by\": \"7d\"}");
        assertThat(job.path("done").asInt()).isEqualTo(3);
        assertThat(job.path("failed").asInt()).isEqualTo(1);
        assertThat(job.at("/failures/0").asText()).startsWith("late: ");
    }

    @Test
    void aCancelledJobStops() {
        create(10, "a");
        var path = BULK + "/" + begun("{\"action\": \"delete\"}").path("jobId").asText();
        assertThat(server.delete(path).json().path("status").asText()).isEqualTo("CANCELLED");
        finished("{\"action\": \"fire\", \"idPrefix\": \"none\"}");
        assertThat(pending()).isEqualTo(10);
        assertThat(server.delete(path).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                            | action",
                "{\"action\": \"burn\"}                        | action",
                "{\"action\": \"postpone\"}                    | by",
                "{\"action\": \"fire\", \"by\": \"1h\"}        | by",
                "{\"action\": \"redrive\", \"state\": \"SCHEDULED\"} | state",
                "{\"action\": \"delete\", \"from\": \"noon\"}  | from",
                "{\"action\": \"delete\", \"dryRun\": \"yes\"} | dryRun",
                "{\"action\": \"delete\", \"colour\": \"red\"} | colour",
                "{\"action\": \"delete\", \"idPrefix\": \"\"} | idPrefix",
                "{\"action\": \"delete\", \"correlationId\": \"\"} | correlationId",
                "{\"action\": \"delete\", \"host\": \"\"} | host",
                "{\"action\": \"redrive\", \"error\": \"\"} | error",
                "{\"action\": \"x\", \"by\": \"zz\", \"from\": \"aa\"} | action by from",
                "{\"action\": \"x\", \"by\": \"1h\", \"state\": \"FAILED\"} | action",
                "{\"action\": \"delete\", \"by\": \"1h\", \"from\": \"aa\", \"until\": \"bb\"} | by from until",
                "{\"action\": \"postpone\", \"state\": \"FAILED\", \"host\": \"\"} | by state host",
                "{\"action\": \"delete\", \"dryRun\": 1, \"idPrefix\": \"\", \"state\": 2} | dryRun idPrefix state"
            })
    void badInputNamesTheFields(String body, String fields) {
        var reply = server.send("POST", BULK, Optional.of(body));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().path("errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder(fields.split(" "));
        assertThat(fields.split(" ")).contains(reply.field("field"));
    }

    @Test
    void aJobThatIsNotThereIsNotFound() {
        assertThat(server.get(BULK + "/0f").field("code")).isEqualTo("JOB_NOT_FOUND");
        assertThat(server.delete(BULK + "/UPPER").status()).isEqualTo(404);
    }
}
