package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.client.Answers.Deletion;
import dev.belfry.client.Answers.Refused;
import dev.belfry.client.Answers.Removed;
import dev.belfry.client.Answers.Stored;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every call, of a real server. */
class BelfryClientTest {
    private static final Instant FAR = Instant.parse("2090-01-01T00:00:00Z");
    private static final String URL = "http://a.example/";
    private static ServerUnderTest server;
    private static BelfryClient belfry;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start();
        belfry = BelfryClient.of("http://127.0.0.1:" + server.port() + "/");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void changesOfEveryKindGoTogether() {
        belfry.put(NewTimer.of("change-1", FAR, URL).payload("1"));
        belfry.put(NewTimer.of("change-2", FAR, URL).payload("2"));
        var results =
                belfry.change(
                        List.of(
                                TimerOperation.create(NewTimer.of("change-3", FAR, URL)),
                                TimerOperation.put(NewTimer.of("change-4", FAR, URL)),
                                TimerOperation.patch(
                                        "default",
                                        "change-1",
                                        TimerChanges.empty()
                                                .callbackTimeout(Duration.ofSeconds(9))),
                                TimerOperation.delete("default", "change-2"),
                                TimerOperation.delete("default", "change-absent")));
        assertThat(results.get(0)).isInstanceOf(Stored.class);
        assertThat(results.get(1)).isInstanceOf(Stored.class);
        assertThat(((Stored) results.get(2)).timer().payload()).isEqualTo("1");
        assertThat(((Stored) results.get(2)).timer().callbackTimeout())
                .isEqualTo(Duration.ofSeconds(9));
        assertThat(results.get(3)).isEqualTo(new Removed(Deletion.DELETED));
        assertThat(((Refused) results.get(4)).problem().code()).isEqualTo("TIMER_NOT_FOUND");
    }

    @Test
    void groupsAreMadeChangedListedAndDeleted() {
        var settings =
                GroupSettings.usual()
                        .shards(2)
                        .retention(Duration.ofHours(1))
                        .onFailed("http://told.example/")
                        .retryPolicy(
                                new TimerRetryPolicy(
                                        3,
                                        Duration.ofHours(1),
                                        Duration.ofSeconds(1),
                                        2,
                                        Duration.ofMinutes(1)))
                        .weight(3)
                        .ratePerSecond(2.5)
                        .concurrency(7)
                        .hostRatePerSecond(1.5)
                        .hostConcurrency(4);
        var made = belfry.putGroup("client-a", settings);
        assertThat(made.shards()).isEqualTo(2);
        assertThat(made.onFailed()).contains("http://told.example/");
        assertThat(made.retryPolicy().maxAttempts()).isEqualTo(3);
        assertThat(made.limits().burst()).hasValue(3);
        assertThat(made.limits().hostRatePerSecond()).contains(1.5);
        assertThat(made.limits().hostConcurrency()).hasValue(4);
        var shown = belfry.group("client-a").orElseThrow();
        assertThat(shown.limits()).isEqualTo(made.limits());
        assertThat(shown.etag()).isEqualTo(made.etag());
        assertThat(shown.holds()).contains(new TimerGroup.Holdings(0, 0, true));
        assertThat(belfry.group("client-none")).isEmpty();
        var free = GroupSettings.usual().withoutRate().callbackTimeout(Duration.ofSeconds(5));
        var patched = belfry.patchGroup("client-a", free, made.etag().orElseThrow());
        assertThat(patched.limits().ratePerSecond()).isEmpty();
        assertThat(patched.limits().concurrency()).hasValue(7);
        assertThat(patched.callbackTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThatThrownBy(() -> belfry.patchGroup("client-a", free, made.etag().orElseThrow()))
                .hasMessageContaining("If-Match");

        belfry.putGroup("client-b", GroupSettings.usual().shards(1).attemptLog(false));
        var first = belfry.groups("client-", 1);
        assertThat(first.groups()).extracting(TimerGroup::id).containsExactly("client-a");
        var rest = belfry.groups("client-", 1, first.nextCursor().orElseThrow());
        assertThat(rest.groups()).extracting(TimerGroup::attemptLog).containsExactly(false);
        assertThat(rest.nextCursor()).isEmpty();
        assertThat(belfry.deleteGroup("client-a")).isEqualTo(TimerGroup.Phase.CLOSING);
        assertThat(belfry.dropGroup("client-b")).isEqualTo(TimerGroup.Phase.DROPPING);
    }

    @Test
    void listsAreAskedByQuery() {
        for (int i = 0; i < 3; i++) {
            belfry.create(
                    NewTimer.of("query-" + i, FAR.plusSeconds(i), URL)
                            .correlationId("query")
                            .payload("\"p\""));
        }
        var query =
                TimerQuery.pagesOf(2).correlationId("query").from(FAR).until(FAR.plusSeconds(9));
        var first = belfry.list("default", query.withoutPayload());
        assertThat(first.timers())
                .extracting(BelfryTimer::id)
                .containsExactly("query-0", "query-1");
        assertThat(first.timers()).extracting(BelfryTimer::payload).containsOnly("");
        var rest = belfry.list("default", query.after(first.nextCursor().orElseThrow()));
        assertThat(rest.timers()).extracting(BelfryTimer::payload).containsExactly("\"p\"");
        assertThat(rest.nextCursor()).isEmpty();
        assertThat(belfry.failed("default", TimerQuery.pagesOf(5)).timers()).isEmpty();
    }

    @Test
    void aTimerIsExplainedAndFired() throws Exception {
        try (var receiver = Receiver.answering(200, "")) {
            belfry.create(NewTimer.of("fired", FAR, receiver.url()));
            var explained = belfry.explain("default", "fired");
            assertThat(explained.state()).isEqualTo("SCHEDULED");
            assertThat(explained.nextAttemptAt()).hasValue(FAR);
            assertThat(belfry.fire("default", "fired").executeAt()).isBefore(FAR);
            Eventually.holds("it is gone", () -> belfry.get("default", "fired").isEmpty());
        }
    }

    @Test
    void theNextRunsOfAScheduleAreKnownBeforeItIsCreated() {
        var runs = belfry.preview("0 3 * * *", ZoneId.of("Europe/Berlin"), 3);
        assertThat(runs).hasSize(3).isSorted();
        assertThat(runs.getFirst().atZone(ZoneId.of("Europe/Berlin")).getHour()).isEqualTo(3);
    }

    @Test
    void aTimerComesBackAsItWasAskedFor() {
        var policy =
                new TimerRetryPolicy(
                        7,
                        Duration.ofHours(2),
                        Duration.ofMillis(1_500),
                        1.5,
                        Duration.ofMinutes(3),
                        true,
                        List.of(404, 422));
        var timer =
                NewTimer.of("whole/ü \"1\"", FAR, URL)
                        .payload("{\"n\": 1.10, \"n\": [null, \"\\u00e9\"]}")
                        .callbackTimeout(Duration.ofSeconds(7))
                        .method(BelfryTimer.Method.PUT)
                        .body(BelfryTimer.Body.PAYLOAD)
                        .retryPolicy(policy)
                        .correlationId("order 42")
                        .header("X-Two", "2")
                        .header("X-One", "1");
        var created = belfry.create(timer);
        assertThat(created.isNew()).isTrue();
        assertThat(belfry.create(timer).isNew()).as("an identical one is there").isFalse();

        var seen = belfry.get("default", "whole/ü \"1\"").orElseThrow();
        assertThat(seen).isEqualTo(created.timer());
        assertThat(seen.id()).isEqualTo("whole/ü \"1\"");
        assertThat(seen.executeAt()).isEqualTo(FAR);
        assertThat(seen.payload()).isEqualTo("{\"n\": 1.10, \"n\": [null, \"\\u00e9\"]}");
        assertThat(seen.callbackTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(seen.method()).isEqualTo(BelfryTimer.Method.PUT);
        assertThat(seen.body()).isEqualTo(BelfryTimer.Body.PAYLOAD);
        assertThat(seen.retryPolicy()).isEqualTo(policy);
        assertThat(seen.correlationId()).contains("order 42");
        assertThat(seen.state()).isEqualTo(BelfryTimer.State.SCHEDULED);
        assertThat(seen.nextAttemptAt()).contains(FAR);
    }

    @Test
    void aDelayIsAnInstantOfTheServer() {
        var timer = NewTimer.after("later", Duration.ofHours(1), URL);
        var created = belfry.create(timer);
        assertThat(belfry.create(timer).timer()).isEqualTo(created.timer());
        var moved =
                belfry.patch("default", "later", TimerChanges.empty().delay(Duration.ofHours(2)));
        assertThat(moved.executeAt())
                .isAfterOrEqualTo(created.timer().executeAt().plus(Duration.ofHours(1)));
    }

    @Test
    void putAndPatchAndDeleteObeyTheRevision() {
        var first = belfry.put(NewTimer.of("revised", FAR, URL));
        assertThat(first.isNew()).isTrue();
        var etag = first.timer().etag().orElseThrow();
        var later = FAR.plusSeconds(1);
        var second = belfry.put(NewTimer.of("revised", later, URL), etag);
        assertThat(second.isNew()).isFalse();

        assertThatThrownBy(() -> belfry.patch("default", "revised", TimerChanges.empty(), etag))
                .isInstanceOf(BelfryException.PreconditionFailed.class);
        assertThatThrownBy(() -> belfry.delete("default", "revised", etag))
                .isInstanceOfSatisfying(
                        BelfryException.PreconditionFailed.class,
                        e ->
                                assertThat(e.problem().existing().orElseThrow().executeAt())
                                        .isEqualTo(later));
        var changes =
                TimerChanges.empty()
                        .payload("[1]")
                        .method(BelfryTimer.Method.GET)
                        .body(BelfryTimer.Body.ENVELOPE);
        var patched = belfry.patch("default", "revised", changes);
        assertThat(patched.method()).isEqualTo(BelfryTimer.Method.GET);
        assertThat(patched.payload()).isEqualTo("[1]");
        assertThat(patched.executeAt()).isEqualTo(later);
        assertThat(belfry.delete("default", "revised", patched.etag().orElseThrow()))
                .isEqualTo(Deletion.DELETED);
        assertThat(belfry.delete("default", "revised")).isEqualTo(Deletion.NOT_FOUND);
        assertThat(belfry.get("default", "revised")).isEmpty();
    }

    @Test
    void headersDoNotGoToAnotherOriginUnlessGivenAnew() {
        belfry.create(NewTimer.of("secretive", FAR, URL).header("Authorization", "Bearer hunter2"));
        var elsewhere = TimerChanges.empty().callbackUrl("https://elsewhere.example/");
        assertThatThrownBy(() -> belfry.patch("default", "secretive", elsewhere))
                .isInstanceOfSatisfying(
                        BelfryException.Refused.class,
                        e -> assertThat(e.field()).contains("headers"));
        var own = elsewhere.headers(Map.of("X-Key", "mine"));
        assertThat(belfry.patch("default", "secretive", own).callbackUrl())
                .isEqualTo("https://elsewhere.example/");
        var without = TimerChanges.empty().callbackUrl(URL).headers(Map.of());
        assertThat(belfry.patch("default", "secretive", without).callbackUrl()).isEqualTo(URL);
    }

    @Test
    void refusalsAreTypesThatNameTheField() {
        assertThatThrownBy(() -> belfry.create(NewTimer.of("bad", FAR, "ftp://a")))
                .isInstanceOfSatisfying(
                        BelfryException.Refused.class,
                        e -> {
                            assertThat(e.code()).isEqualTo("INVALID_INPUT");
                            assertThat(e.field()).contains("callbackUrl");
                        });
        belfry.create(NewTimer.of("taken", FAR, URL));
        assertThatThrownBy(() -> belfry.create(NewTimer.of("taken", FAR.plusSeconds(1), URL)))
                .isInstanceOfSatisfying(
                        BelfryException.Conflict.class,
                        e ->
                                assertThat(e.problem().existing().orElseThrow().id())
                                        .isEqualTo("taken"));
        assertThatThrownBy(() -> belfry.patch("default", "none", TimerChanges.empty()))
                .isInstanceOf(BelfryException.NotFound.class);
        assertThatThrownBy(() -> belfry.get("no-such-group", "x"))
                .isInstanceOfSatisfying(
                        BelfryException.NotFound.class,
                        e -> assertThat(e.code()).isEqualTo("GROUP_NOT_FOUND"));
    }

    @Test
    void aBatchOfAnySizeIsAnsweredInOrder() {
        belfry.create(NewTimer.of("many7", FAR.plusSeconds(5), URL));
        var timers = new ArrayList<NewTimer>();
        IntStream.range(0, 2_500).forEach(i -> timers.add(NewTimer.of("many" + i, FAR, URL)));
        timers.set(3, NewTimer.of("many3", FAR, "no URL"));
        var results = belfry.batch(timers);
        assertThat(results).hasSize(2_500);
        for (int i = 0; i < timers.size(); i++) {
            if (results.get(i) instanceof Stored stored) {
                assertThat(stored.timer().id()).isEqualTo("many" + i);
            } else {
                assertThat(i).isIn(3, 7);
            }
        }
        assertThat(((Refused) results.get(3)).problem().field().orElseThrow())
                .contains("callbackUrl");
        assertThat(((Refused) results.get(7)).problem().code()).isEqualTo("TIMER_EXISTS");
        assertThat(belfry.batch(timers.subList(10, 20)))
                .allMatch(it -> it instanceof Stored stored && !stored.isNew());
    }

    @Test
    void aListIsReadPageByPage() {
        IntStream.range(0, 25)
                .forEach(i -> belfry.create(NewTimer.of("page" + i, FAR.plusSeconds(i), URL)));
        var seen = new ArrayList<String>();
        var page = belfry.list("default", 10);
        page.timers().forEach(timer -> seen.add(timer.id()));
        while (page.nextCursor().isPresent()) {
            page = belfry.list("default", 10, page.nextCursor().get());
            page.timers().forEach(timer -> seen.add(timer.id()));
        }
        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(id -> id.startsWith("page")))
                .containsExactlyElementsOf(
                        IntStream.range(0, 25).mapToObj(i -> "page" + i).toList());
    }

    @Test
    void aDeadLetterIsListedAndRedriven() throws Exception {
        try (var dead = Receiver.answering(410, "");
                var alive = Receiver.answering(204, "")) {
            belfry.create(NewTimer.of("letter", Instant.now(), dead.url()));
            dead.next();
            Eventually.holds("it has failed", () -> find("letter").isPresent());
            assertThat(find("letter").orElseThrow().state()).isEqualTo(BelfryTimer.State.FAILED);
            assertThat(find("letter").orElseThrow().settledAt()).isPresent();
            belfry.redrive("default", "letter");
            dead.next();
            Eventually.holds("it has failed again", () -> find("letter").isPresent());
            belfry.put(NewTimer.of("letter", Instant.now(), alive.url()).payload("\"now\""));
            assertThat(new String(alive.next(), StandardCharsets.UTF_8)).contains("\"now\"");
        }
    }

    @Test
    void aRunThatFailedIsRedriven() throws Exception {
        try (var dead = Receiver.answering(410, "")) {
            belfry.putGroup("runs", GroupSettings.usual());
            var every = BelfrySchedule.every(Duration.ofSeconds(1));
            belfry.create(NewTimer.scheduled("flaky", every, dead.url()).group("runs"));
            dead.next();
            Eventually.holds("it has failed", () -> !belfry.failed("runs", 1).timers().isEmpty());
            var letter = belfry.failed("runs", 1).timers().getFirst();
            var run = letter.run().orElseThrow().scheduledFor();

            var redriven = belfry.redriveRun("runs", "flaky", run);

            assertThat(redriven.state()).isEqualTo(BelfryTimer.State.SCHEDULED);
            assertThat(redriven.run().orElseThrow().scheduledFor()).isEqualTo(run);
            assertThat(redriven.uuid()).isEqualTo(letter.uuid());
            belfry.delete("runs", "flaky");
        }
    }

    private static Optional<BelfryTimer> find(String id) {
        return belfry.failed("default", 1_000).timers().stream()
                .filter(it -> it.id().equals(id))
                .findFirst();
    }

    @Test
    void aGroupIsPausedAndResumed() {
        var paused = belfry.pause("default", "upgrade \"now\"");
        assertThat(paused.paused()).isTrue();
        assertThat(paused.reason()).contains("upgrade \"now\"");
        assertThat(paused.unconfirmedShards()).isEmpty();
        assertThat(belfry.resume("default").paused()).isFalse();
    }

    @Test
    void callsRunBesideEachOther() {
        var calls =
                IntStream.range(0, 200)
                        .mapToObj(i -> belfry.async().create(NewTimer.of("async" + i, FAR, URL)))
                        .toList();
        assertThat(calls).allMatch(it -> it.join().isNew());
    }

    @Test
    void aBulkJobIsCountedFirstAndThenDone() {
        for (int i = 0; i < 12; i++) {
            belfry.create(NewTimer.of("bulk-" + i, FAR, URL));
        }
        var job =
                NewBulkJob.postpone(Duration.ofHours(2)).idPrefix("bulk-").until(FAR.plusMillis(1));
        var counted = over(belfry.startBulkJob("default", job.dryRun()));
        assertThat(counted.isDryRun()).isTrue();
        assertThat(counted.counts()).isEqualTo(new BelfryBulkJob.Counts(12, 0, 0, 0));
        assertThat(counted.sample()).hasSize(10).allMatch(it -> it.startsWith("bulk-"));
        var done = over(belfry.startBulkJob("default", job));
        assertThat(done.status()).isEqualTo(BelfryBulkJob.Status.DONE);
        assertThat(done.action()).isEqualTo(BelfryBulkJob.Action.POSTPONE);
        assertThat(done.by()).contains(Duration.ofHours(2));
        assertThat(done.counts()).isEqualTo(new BelfryBulkJob.Counts(12, 12, 0, 0));
        assertThat(belfry.get("default", "bulk-3").orElseThrow().executeAt())
                .isEqualTo(FAR.plus(Duration.ofHours(2)));
        assertThat(belfry.bulkJobs("default").getFirst()).isEqualTo(done);
    }

    @Test
    void aBulkJobIsCancelled() {
        var jobs =
                List.of(NewBulkJob.delete(), NewBulkJob.fire(), NewBulkJob.redrive()).stream()
                        .map(it -> it.host("none.example").from(FAR).error("x").correlationId("y"))
                        .map(it -> belfry.startBulkJob("default", it))
                        .toList();
        for (var job : jobs) {
            assertThat(job.isOver()).isFalse();
            assertThat(belfry.cancelBulkJob("default", job.id()).status())
                    .isEqualTo(BelfryBulkJob.Status.CANCELLED);
        }
        assertThatThrownBy(() -> belfry.bulkJob("default", "0f"))
                .isInstanceOf(BelfryException.NotFound.class);
    }

    private static BelfryBulkJob over(BelfryBulkJob begun) {
        Eventually.holds("it is over", () -> belfry.bulkJob("default", begun.id()).isOver());
        return belfry.bulkJob("default", begun.id());
    }
}
