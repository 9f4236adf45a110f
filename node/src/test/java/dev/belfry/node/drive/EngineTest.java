package dev.belfry.node.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineListener;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.Placement;
import dev.belfry.node.shard.ShardDeparture;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The engine with its threads, a real clock and a store in memory. */
class EngineTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Enough for two loops. */
    private static final int CORES = 4;

    private static final Group GROUP = Group.of("default", 8);
    private static final RetryPolicy QUICK =
            new RetryPolicy(
                    3, Duration.ofHours(1), Duration.ofMillis(5), 1.0, Duration.ofMillis(5));

    private record Sent(Attempt attempt, Consumer<CallbackReply> reply) {}

    private final SystemClock clock = new SystemClock();
    private final MemoryTimerStore store = new MemoryTimerStore(clock::now);
    private final BlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Alarm> alarms = new ConcurrentLinkedQueue<>();
    private Engine engine = newEngine(1);

    private static NodeRow node(long life) {
        return new NodeRow(
                new Incarnation(new NodeId("test"), life),
                "http://test",
                Set.of(GROUP.id()),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                Instant.EPOCH);
    }

    private Engine newEngine(long life) {
        var parts =
                new Engine.Parts(
                        () -> node(life),
                        store,
                        List.of(GROUP),
                        (attempt, _, reply) -> sent.add(new Sent(attempt, reply)),
                        clock,
                        new SplittableRandom(life),
                        (_, _, _) -> {},
                        () -> Lifelines.NONE,
                        new EngineListener() {
                            @Override
                            public void alarm(Alarm alarm) {
                                alarms.add(alarm);
                            }
                        },
                        failures::add);
        return new Engine(EngineSettings.defaults(CORES), parts);
    }

    @BeforeEach
    void start() throws Exception {
        engine.open();
        engine.start();
        while (openShards() < GROUP.shardCount()) {
            Thread.onSpinWait();
        }
    }

    private int openShards() throws Exception {
        var stats = engine.stats().get(60, TimeUnit.SECONDS).groups().get(GROUP.id());
        return stats == null ? 0 : stats.openShards();
    }

    @AfterEach
    void close() {
        engine.close();
        assertThat(failures).isEmpty();
    }

    private static TimerKey key(String id) {
        return TimerKey.of("default", id);
    }

    private static TimerSpec spec(Instant at, String payload) {
        return new TimerSpec(
                at.truncatedTo(ChronoUnit.MILLIS),
                CallbackTarget.of("http://receiver/"),
                Payload.of(payload),
                QUICK,
                Optional.empty(),
                new Digest(at.toEpochMilli(), payload.hashCode()));
    }

    private static Verdict verdict(CompletableFuture<Outcome> answer) throws Exception {
        var outcome = answer.get(60, TimeUnit.SECONDS);
        assertThat(outcome).isInstanceOf(Outcome.Decided.class);
        return ((Outcome.Decided) outcome).decision().verdict();
    }

    private static TimerChange creation(String id, Instant at) {
        return TimerChange.create(GROUP, key(id), spec(at, "1"));
    }

    private static TimerChange deletion(String id) {
        return TimerChange.delete(GROUP, key(id), Precondition.none());
    }

    private CompletableFuture<Outcome> put(String id, TimerSpec spec) {
        return engine.submit(TimerChange.put(GROUP, key(id), spec, Precondition.none()), LONG);
    }

    private CompletableFuture<Outcome> patch(String id, TimerPatch patch) {
        return engine.submit(TimerChange.patch(GROUP, key(id), patch, Precondition.none()), LONG);
    }

    private Entry find(String id) {
        return store.timers().find(GROUP.shardOf(key(id)), key(id));
    }

    private void create(String id, Instant at) throws Exception {
        assertThat(verdict(engine.submit(creation(id, at), LONG))).isEqualTo(Verdict.CREATED);
    }

    private Sent nextSent() throws InterruptedException {
        var next = sent.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return Objects.requireNonNull(next);
    }

    private void reply(CallbackReply reply) throws InterruptedException {
        nextSent().reply().accept(reply);
    }

    /** A change of an unrelated field: its answer shows that the loop has done what came before. */
    private Entry settled(String id, Function<Entry, Boolean> expected) throws Exception {
        for (int i = 0; i < 100_000; i++) {
            var entry = find(id);
            if (expected.apply(entry)) {
                return entry;
            }
            engine.submit(deletion("unrelated"), LONG).get(60, TimeUnit.SECONDS);
        }
        throw new AssertionError(id + " is not settled: " + find(id));
    }

    private boolean isGone(Entry entry) {
        return entry instanceof Entry.Absent;
    }

    private static Kept answer(ShardDeparture departure) {
        Kept kept;
        do {
            Thread.onSpinWait();
            kept = departure.kept("");
        } while (kept == Kept.UNKNOWN);
        return kept;
    }

    @Test
    void aMoverLearnsThatADatabaseHasLostWhatItAcknowledged() {
        var shard = GROUP.shards().getFirst();
        var stored = store.nodes().members().nodes().getFirst();
        assertThat(answer(engine.departure(shard).orElseThrow())).isEqualTo(Kept.ALL);
        var departure = engine.departure(shard).orElseThrow();

        store.nodes().join(stored);

        assertThat(answer(departure)).isEqualTo(Kept.LOST);
        assertThat(answer(engine.departure(shard).orElseThrow())).isEqualTo(Kept.ALL);
        assertThat(departure.kept("nowhere")).isEqualTo(Kept.LOST);
    }

    @Test
    void aShardThatIsOnItsWayFromADatabaseThatIsNotThereIsRefused() {
        var coming = Group.of("coming", 2);
        store.leases().openGroup(coming);
        var row = store.leases().shards(coming.id()).getLast();
        var mark = new Arriving("west", true, 5).mark();
        assertThat(store.leases().claim(List.of(Claim.of(row, mark, 1)))).hasSize(1);

        assertThatThrownBy(() -> engine.open(coming))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("coming#1 is on its way from a database called west");
    }

    @Test
    void aTimerFiresNotBeforeItsInstantAndIsGoneWhenDone() throws Exception {
        var at = clock.now().plusMillis(50);
        create("a", at);
        var fired = nextSent();
        assertThat(fired.attempt().startedAt())
                .isAfterOrEqualTo(fired.attempt().timer().spec().executeAt());
        fired.reply().accept(new CallbackReply.Done());
        settled("a", this::isGone);
    }

    @Test
    void aFailedAttemptIsRetriedAndAnExhaustedTimerIsKeptAndRedriven() throws Exception {
        create("a", clock.now());
        for (int i = 0; i < 3; i++) {
            reply(new CallbackReply.Failed("503", Optional.empty()));
        }
        settled("a", entry -> entry instanceof Entry.Kept);
        assertThat(verdict(engine.submit(TimerChange.redrive(GROUP, key("a")), LONG)))
                .isEqualTo(Verdict.REDRIVEN);
        reply(new CallbackReply.Done());
        settled("a", this::isGone);
        assertThat(sent).isEmpty();
    }

    @Test
    void aReceiverCanAskToBeCalledAgain() throws Exception {
        create("a", clock.now());
        var first = nextSent();
        first.reply()
                .accept(new CallbackReply.RunAgain(clock.now().plusMillis(20), Optional.empty()));
        var second = nextSent();
        assertThat(second.attempt().id().generation())
                .isNotEqualTo(first.attempt().id().generation());
        second.reply().accept(new CallbackReply.Done());
        settled("a", this::isGone);
    }

    @Test
    void aTimerIsReplacedPatchedAndDeleted() throws Exception {
        var far = clock.now().plus(Duration.ofDays(1));
        create("a", far);
        assertThat(verdict(put("a", spec(far, "2")))).isEqualTo(Verdict.REPLACED);
        var patch =
                new TimerPatch(
                        Optional.of(clock.now()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Digest(5, 5));
        assertThat(verdict(patch("a", patch))).isEqualTo(Verdict.PATCHED);
        assertThat(nextSent().attempt().timer().spec().payload()).isEqualTo(Payload.of("2"));
        assertThat(verdict(engine.submit(deletion("a"), LONG))).isEqualTo(Verdict.DELETED);
        assertThat(verdict(engine.submit(deletion("a"), LONG))).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void nothingStartsWhilePausedAndAllAfterTheResume() throws Exception {
        var confirmed = engine.pause(GROUP.id(), Optional.of("maintenance"), LONG);
        assertThat(confirmed.isComplete()).isTrue();
        assertThat(confirmed.shards()).containsExactlyInAnyOrderElementsOf(GROUP.shards());
        for (int i = 0; i < 20; i++) {
            create("t" + i, clock.now());
        }
        assertThat(sent).isEmpty();
        assertThat(store.pauses().inForce()).hasSize(1);
        engine.resume(GROUP.id(), LONG);
        for (int i = 0; i < 20; i++) {
            reply(new CallbackReply.Done());
        }
        assertThat(store.pauses().inForce()).isEmpty();
    }

    @Test
    void stopFinishesAttemptsAndReleasesTheShards() throws Exception {
        create("a", clock.now());
        var underWay = nextSent();
        var stopped = CompletableFuture.runAsync(() -> engine.stop(LONG));
        underWay.reply().accept(new CallbackReply.Done());
        stopped.get(60, TimeUnit.SECONDS);
        assertThat(isGone(find("a"))).isTrue();
        assertThat(store.leases().shards(GROUP.id())).allMatch(row -> row.owner().isEmpty());
        assertThat(engine.submit(creation("b", clock.now()), LONG).get())
                .isEqualTo(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
    }

    @Test
    void anEngineThatNeverStartedHasNobodyToWaitFor() {
        newEngine(2).stop(LONG);
        assertThat(alarms).noneMatch(Alarm.LoopSlow.class::isInstance);
    }

    @Test
    void stopHandsOverWhatDoesNotFinishInTime() throws Exception {
        create("a", clock.now());
        var underWay = nextSent();
        engine.stop(Duration.ofMillis(50));
        assertThat(store.leases().shards(GROUP.id()).stream().map(ShardRow::handedOver))
                .filteredOn(handed -> !handed.isEmpty())
                .singleElement()
                .satisfies(
                        handed ->
                                assertThat(handed.getFirst().attempt())
                                        .isEqualTo(underWay.attempt().id()));
    }

    @Test
    void afterACrashTheNextEngineFiresTheRest() throws Exception {
        for (int i = 0; i < 50; i++) {
            create("t" + i, clock.now().plusMillis(300));
        }
        engine.close();
        sent.clear();
        engine = newEngine(2);
        start();
        for (int i = 0; i < 50; i++) {
            reply(new CallbackReply.Done());
        }
        for (int i = 0; i < 50; i++) {
            settled("t" + i, this::isGone);
        }
    }
}
