package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.StoreException;
import dev.belfry.node.EngineListener;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.drive.EngineSettings;
import dev.belfry.node.drive.SystemClock;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender.Recheck;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.Placement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine on two databases, of which one goes down and comes back. */
class OneDatabaseDownTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Enough for two loops. */
    private static final int CORES = 4;

    private static final Group ORDERS = Group.of("orders", 8);

    private final SystemClock clock = new SystemClock();
    private final MemoryTimerStore east = new MemoryTimerStore(InstantSource.system());
    private final Outage west = new Outage();
    private final BlockingQueue<Attempt> sent = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Engine engine = new Engine(EngineSettings.defaults(CORES), parts());

    private Engine.Parts parts() {
        return new Engine.Parts(
                OneDatabaseDownTest::node,
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", east),
                                new RoutedDatabase("west", west.store())),
                        shard -> shard.index() < 4 ? "east" : "west"),
                List.of(ORDERS),
                this::deliver,
                clock,
                new SplittableRandom(1),
                (_, _, _) -> {},
                () -> Lifelines.NONE,
                new EngineListener() {},
                failures::add);
    }

    private static NodeRow node() {
        return new NodeRow(
                new Incarnation(new NodeId("test"), 1),
                "http://test",
                Set.of(ORDERS.id()),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                Instant.EPOCH);
    }

    private void deliver(Attempt attempt, Recheck recheck, Consumer<CallbackReply> reply) {
        sent.add(attempt);
        reply.accept(new CallbackReply.Done());
    }

    @BeforeEach
    void start() {
        engine.open();
        engine.start();
        await(() -> openShards() == ORDERS.shardCount());
    }

    @AfterEach
    void close() {
        west.end();
        engine.close();
        assertThat(failures).isEmpty();
    }

    private int openShards() {
        var stats = engine.stats().orTimeout(60, TimeUnit.SECONDS).join();
        return stats.groups().containsKey(ORDERS.id())
                ? stats.groups().get(ORDERS.id()).openShards()
                : 0;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static boolean isInWest(TimerRequest timer) {
        return ORDERS.shardOf(timer.key()).index() >= 4;
    }

    private TimerRequest timer(String prefix, boolean inWest, Instant at) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> TimerRequest.timer(ORDERS, prefix + i))
                .filter(it -> isInWest(it) == inWest)
                .findFirst()
                .orElseThrow()
                .at(at.truncatedTo(ChronoUnit.MILLIS));
    }

    private Outcome create(TimerRequest timer) {
        return engine.submit(TimerChange.create(ORDERS, timer.key(), timer.spec()), LONG)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private void assertFires(TimerRequest timer) throws InterruptedException {
        var next = sent.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        assertThat(Objects.requireNonNull(next).timer().key()).isEqualTo(timer.key());
    }

    @ParameterizedTest
    @EnumSource
    void theOtherDatabaseKeepsFiringAndItsOwnTimersFireWhenItIsBack(Outage.Kind kind)
            throws InterruptedException {
        // Later than any proof of life that the database gave before it went down.
        var later = timer("later", true, clock.now().plusSeconds(3));
        assertThat(create(later)).isInstanceOf(Outcome.Decided.class);
        west.begin(kind);
        for (int i = 0; i < 10; i++) {
            var timer = timer("at-once-" + i + "-", false, clock.now());
            assertThat(create(timer)).isInstanceOf(Outcome.Decided.class);
            assertFires(timer);
        }
        await(() -> !engine.isProvenEverywhere());
        assertThat(engine.isProven()).isTrue();
        await(() -> !clock.now().isBefore(later.executeAt()));

        var now = timer("now", false, clock.now());
        assertThat(create(now)).isInstanceOf(Outcome.Decided.class);
        assertFires(now);
        assertThat(create(timer("refused", true, clock.now())))
                .isEqualTo(new Outcome.NotApplied(Outcome.Reason.NO_PROOF));

        west.end();
        assertFires(later);
        await(engine::isProvenEverywhere);
        var again = timer("again", true, clock.now());
        await(() -> create(again) instanceof Outcome.Decided);
        assertFires(again);
    }

    @Test
    void aPauseHoldsInTheDatabaseThatWorksAndIsRepeatedForTheOther() throws InterruptedException {
        west.begin(Outage.Kind.REFUSES);
        assertThatExceptionOfType(StoreException.OutcomeUnknown.class)
                .isThrownBy(() -> engine.pause(ORDERS.id(), Optional.empty(), LONG));
        var paused = timer("paused", false, clock.now());
        assertThat(create(paused)).isInstanceOf(Outcome.Decided.class);
        assertThat(sent).isEmpty();

        west.end();
        await(engine::isProvenEverywhere);
        assertThat(engine.pause(ORDERS.id(), Optional.empty(), LONG).shards())
                .containsExactlyInAnyOrderElementsOf(ORDERS.shards());
        assertThat(sent).isEmpty();
        engine.resume(ORDERS.id(), LONG);

        assertFires(paused);
    }

    @Test
    void aStoreThatKnowsOnlyOneOfTheDatabasesIsRefused() {
        var alone =
                new Engine(
                        EngineSettings.defaults(1),
                        new Engine.Parts(
                                OneDatabaseDownTest::node,
                                east,
                                List.of(ORDERS),
                                this::deliver,
                                clock,
                                new SplittableRandom(2),
                                (_, _, _) -> {},
                                () -> Lifelines.NONE,
                                new EngineListener() {},
                                failures::add));
        try (alone) {
            assertThatExceptionOfType(StoreException.Rejected.class)
                    .isThrownBy(alone::open)
                    .withMessageContaining("orders#4 lives in a database called west");
        }
    }
}
