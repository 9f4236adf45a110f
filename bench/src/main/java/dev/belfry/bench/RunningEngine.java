package dev.belfry.bench;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Alarm;
import dev.belfry.node.Engine;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.EngineSettings;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.member.Placement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * An engine on a store, with the settings of a node and receivers that are done at once.
 * Thread-safe.
 */
final class RunningEngine implements AutoCloseable {
    static final EngineSettings SETTINGS =
            EngineSettings.defaults(Runtime.getRuntime().availableProcessors());

    private static final NodeRow NODE =
            new NodeRow(
                    new Incarnation(new NodeId("bench"), 1),
                    "",
                    Set.of(SampleTimers.GROUP.id()),
                    1,
                    Placement.VERSION,
                    NodeVersion.UNTOLD,
                    0,
                    Instant.EPOCH);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TRIES = 600;
    private static final Executor SOON =
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final TimerStore store;
    private final Engine engine;
    private final CountDownLatch firstFire = new CountDownLatch(1);
    private final CountDownLatch settled;
    private final LongAdder fired = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder mutations = new LongAdder();

    /**
     * @param store closed with the engine
     * @param toSettle attempts until {@link #awaitSettled} is over
     */
    RunningEngine(TimerStore store, EngineClock clock, int toSettle) {
        this.settled = new CountDownLatch(toSettle);
        this.store = store;
        this.engine =
                new Engine(
                        SETTINGS,
                        new Engine.Parts(
                                () -> NODE,
                                store,
                                List.of(SampleTimers.GROUP),
                                (_, reply) -> reply.accept(new CallbackReply.Done()),
                                clock,
                                new SplittableRandom(1),
                                (_, _, _) -> {},
                                new Watching(),
                                RunningEngine::fail));
    }

    private final class Watching implements EngineListener {
        @Override
        public void attemptStarted(Attempt attempt) {
            fired.increment();
            firstFire.countDown();
        }

        @Override
        public void committed(int count, Duration took) {
            commits.increment();
            mutations.add(count);
            for (int i = 0; i < count && settled.getCount() > 0; i++) {
                settled.countDown();
            }
        }

        @Override
        public void alarm(Alarm alarm) {
            System.err.println(alarm);
        }
    }

    private static void fail(Throwable failure) {
        failure.printStackTrace();
        System.exit(1);
    }

    void start() {
        engine.open();
        engine.start();
    }

    void awaitFirstFire() throws InterruptedException {
        await(firstFire);
    }

    void awaitSettled() throws InterruptedException {
        await(settled);
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(10 * PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the engine does not get on");
        }
    }

    long fired() {
        return fired.sum();
    }

    /** How many changes were committed since the start. */
    long mutations() {
        return mutations.sum();
    }

    /** How many changes a commit took, on average, since the start. */
    double mutationsPerCommit() {
        return mutations.doubleValue() / Math.max(1, commits.sum());
    }

    /** Ends well only if the timer was not there and is now. */
    CompletableFuture<Void> create(NewTimer timer) {
        return create(timer, TRIES);
    }

    private CompletableFuture<Void> create(NewTimer timer, int tries) {
        return engine.create(timer.key(), timer.spec(), PATIENCE)
                .thenCompose(outcome -> createdOrAgain(timer, outcome, tries));
    }

    /** A node that has just begun, or that is late with its beat, takes nothing for a while. */
    private CompletableFuture<Void> createdOrAgain(NewTimer timer, Outcome outcome, int tries) {
        return outcome instanceof Outcome.NotApplied && tries > 1
                ? CompletableFuture.supplyAsync(() -> tries - 1, SOON)
                        .thenCompose(left -> create(timer, left))
                : CompletableFuture.runAsync(() -> requireCreated(outcome), Runnable::run);
    }

    private static void requireCreated(Outcome outcome) {
        if (!(outcome instanceof Outcome.Decided(var decision, _))
                || decision.verdict() != Verdict.CREATED) {
            throw new IllegalStateException("not created: " + outcome);
        }
    }

    @Override
    public void close() {
        engine.stop(PATIENCE);
        store.close();
    }
}
