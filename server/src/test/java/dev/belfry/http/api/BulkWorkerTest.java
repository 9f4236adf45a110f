package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who works on which bulk job, and what becomes of jobs that can not go on. */
class BulkWorkerTest {
    private static final GroupId GROUP = new GroupId("default");

    /** So late that the server's own worker leaves the jobs alone. */
    private static final Instant CREATED = Instant.parse("2090-01-01T00:00:00Z");

    private static final BulkReply DONE = new BulkReply(204, "", "");

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());
    private final List<String> changed = new ArrayList<>();
    private ServerUnderTest server;
    private Instant now = CREATED.plusSeconds(10);
    private long nanos;

    @BeforeEach
    void start() {
        server = ServerUnderTest.on(store, Map.of("groups.default.shards", "2"));
        for (var id : List.of("a1", "a2", "b1")) {
            server.put(
                    "/api/v1/groups/default/timers/" + id,
                    """
                    {"executeAt": "2089-01-01T00:00:00Z", "callbackUrl": "http://localhost:9/"}""");
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private BulkWorker worker(String self, BulkPage.Changes changes) {
        return worker(self, changes, Runnable::run);
    }

    private BulkWorker worker(String self, BulkPage.Changes changes, Executor threads) {
        var groups = new Groups();
        groups.learn(
                new StoredGroup(
                        GroupDefinition.usual(GroupId.DEFAULT).withShards(2),
                        StoredGroup.Phase.SERVING,
                        1));
        return new BulkWorker(
                store.records(),
                groups,
                new BulkPage(store, groups, Pages.ofTimersUpTo(1_000), changes),
                threads,
                () -> self,
                () -> now,
                () -> nanos);
    }

    private void plan(String group, String id, BulkJob.Action action, boolean dryRun, Query query) {
        var job =
                new BulkJob(
                        new GroupId(group),
                        id,
                        action,
                        action == BulkJob.Action.POSTPONE ? Duration.ofHours(1) : Duration.ZERO,
                        dryRun,
                        query,
                        CallerHeader.text(Caller.ANYONE),
                        CREATED,
                        BulkJob.State.RUNNING,
                        "",
                        "",
                        BulkJob.Counts.NONE,
                        List.of(),
                        "");
        store.records().apply(RecordChange.Write.ofNew(job.key(), job.text()));
    }

    private void plan(String id, String prefix) {
        var query = new Query(Map.of("idPrefix", prefix));
        plan("default", id, BulkJob.Action.DELETE, false, query);
    }

    private BulkJob job(String group, String id) {
        var key = BulkJob.key(new GroupId(group), id);
        return BulkJob.parse(store.records().find(key).orElseThrow());
    }

    private BulkJob job(String id) {
        return job("default", id);
    }

    private CompletableFuture<BulkReply> done(Timer timer) {
        changed.add(timer.key().id());
        return CompletableFuture.completedFuture(DONE);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    private static CompletableFuture<BulkReply> refused(int status, String code) {
        return CompletableFuture.completedFuture(new BulkReply(status, code, "refused"));
    }

    @Test
    void aJobWhoseChangesHangHoldsUpNoOther() {
        plan("01", "a");
        plan("02", "b");
        var never = new CompletableFuture<BulkReply>();
        var threads = new ArrayList<Thread>();
        var worker =
                worker(
                        "one@1",
                        (job, timer) -> job.id().equals("01") ? never : done(timer),
                        task -> threads.add(Thread.ofVirtual().start(task)));
        worker.step();
        Eventually.holds("the other is done", () -> job("02").state() == BulkJob.State.DONE);
        assertThat(job("01").state()).isEqualTo(BulkJob.State.RUNNING);
        worker.step();
        assertThat(threads).as("the page that hangs is not begun twice").hasSize(2);
        never.complete(DONE);
        Eventually.holds("the first is done", () -> job("01").state() == BulkJob.State.DONE);
    }

    @Test
    void aJobOfAGroupThatNobodyKnowsFailsAndSaysWhy() {
        plan("gone", "01", BulkJob.Action.DELETE, false, Query.NONE);
        var worker = worker("one@1", (_, timer) -> done(timer));
        worker.step();
        assertThat(job("gone", "01").state()).isEqualTo(BulkJob.State.RUNNING);
        pass(BulkWorker.FORLORN);
        worker.step();
        assertThat(job("gone", "01").state()).isEqualTo(BulkJob.State.FAILED);
        assertThat(job("gone", "01").reason()).contains("gone");
    }

    @Test
    void aJobWhoseGroupIsDeletedMeanwhileFailsAndSaysWhy() {
        plan("01", "a");
        worker("one@1", (_, _) -> refused(409, "GROUP_DELETING")).step();
        assertThat(job("01").state()).isEqualTo(BulkJob.State.FAILED);
        assertThat(job("01").reason()).isEqualTo("refused");
        assertThat(job("01").counts()).isEqualTo(BulkJob.Counts.NONE);
    }

    @Test
    void aTimerThatNoServerCanChangeIsCountedAsFailedAndTheJobEnds() {
        plan("01", "a");
        worker(
                        "one@1",
                        (_, timer) ->
                                timer.key().id().equals("a1")
                                        ? refused(500, "INTERNAL_ERROR")
                                        : done(timer))
                .step();
        assertThat(job("01").state()).isEqualTo(BulkJob.State.DONE);
        assertThat(job("01").counts()).isEqualTo(new BulkJob.Counts(2, 1, 0, 1));
        assertThat(job("01").notes()).containsExactly("a1: refused");
    }

    @Test
    void whatIsPassedOverOnAPageThatIsRepeatedCountsOnce() {
        plan("default", "01", BulkJob.Action.DELETE, false, Query.NONE);
        var answers = new ArrayList<>(List.of(503, 503, 204));
        var worker =
                worker(
                        "one@1",
                        (_, timer) ->
                                switch (timer.key().id()) {
                                    case "a1" -> refused(404, "TIMER_NOT_FOUND");
                                    case "a2" -> refused(answers.removeFirst(), "");
                                    default -> refused(409, "TIMER_EXISTS");
                                });
        for (int turn = 0; turn < 3; turn++) {
            assertThat(job("01").state()).isEqualTo(BulkJob.State.RUNNING);
            worker.step();
            pass(BulkWorker.LOOK);
        }
        assertThat(job("01").state()).isEqualTo(BulkJob.State.DONE);
        assertThat(job("01").counts()).isEqualTo(new BulkJob.Counts(3, 1, 2, 0));
    }

    @Test
    void aRecordThatNobodyCanReadDoesNotStopTheOtherJobs() {
        store.records().apply(RecordChange.Write.ofNew(BulkJob.key(GROUP, "00"), "action=EXPLODE"));
        plan("01", "b");
        worker("one@1", (_, timer) -> done(timer)).step();
        assertThat(job("01").state()).isEqualTo(BulkJob.State.DONE);
        assertThat(changed).containsExactly("b1");
    }

    @Test
    void aDryRunNamesOnlyWhatItWouldChange() {
        server.put(
                "/api/v1/groups/default/timers/c1",
                """
                {"schedule": {"every": "1h"}, "callbackUrl": "http://localhost:9/"}""");
        plan("default", "01", BulkJob.Action.POSTPONE, true, Query.NONE);
        worker("one@1", (_, timer) -> done(timer)).step();
        assertThat(job("01").counts()).isEqualTo(new BulkJob.Counts(4, 0, 1, 0));
        assertThat(job("01").notes()).containsExactlyInAnyOrder("a1", "a2", "b1");
        assertThat(changed).isEmpty();
    }

    @Test
    void ofTwoNodesOneWorksOnAJobAndTheOtherTakesItOverWhenItIsSilent() {
        plan("01", "a");
        var one = worker("one@1", (_, _) -> refused(503, "SHARD_UNAVAILABLE"));
        var two = worker("two@1", (_, timer) -> done(timer));
        one.step();
        two.step();
        assertThat(job("01").worker()).isEqualTo("one@1");
        pass(BulkWorker.SILENCE.minusSeconds(1));
        two.step();
        assertThat(changed).isEmpty();
        pass(BulkWorker.LOOK);
        two.step();
        assertThat(job("01").state()).isEqualTo(BulkJob.State.DONE);
        one.step();
        assertThat(job("01").worker()).isEqualTo("two@1");
        assertThat(job("01").counts()).isEqualTo(new BulkJob.Counts(2, 2, 0, 0));
    }

    @Test
    void aJobThatIsCancelledDuringAPageKeepsItsCountsAndStops() {
        plan("01", "a");
        var worker =
                worker(
                        "one@1",
                        (job, timer) -> {
                            if (changed.isEmpty()) {
                                var record = store.records().find(job.key()).orElseThrow();
                                store.records().apply(record.replacedBy(job.cancelled().text()));
                            }
                            return done(timer);
                        });
        worker.step();
        assertThat(job("01").state()).isEqualTo(BulkJob.State.CANCELLED);
        assertThat(job("01").counts()).isEqualTo(new BulkJob.Counts(2, 2, 0, 0));
    }

    @Test
    void aGroupHasOnlySoManyJobsThatRun() {
        for (int i = 10; i < 20; i++) {
            plan("" + i, "a");
        }
        var reply =
                server.send(
                        "POST",
                        "/api/v1/groups/default/bulk",
                        Optional.of("{\"action\": \"delete\"}"));
        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.field("code")).isEqualTo("TOO_MANY_JOBS");
    }
}
