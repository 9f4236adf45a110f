package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.Departure.State;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardMove.Progress;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.EngineListener;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.drive.EngineSettings;
import dev.belfry.node.drive.SystemClock;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.Placement;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.server.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shard of a real engine on its way to a database that does not answer; time is the test's. */
class ShardRelocationTest {
    private static final Group GROUP = Group.of("default", 1);

    private final SystemClock clock = new SystemClock();
    private final TimerStore east = new MemoryTimerStore(clock::now);
    private final MemoryTimerStore west = new MemoryTimerStore(clock::now);
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final AtomicLong nanos = new AtomicLong();
    private final ShardId shard = GROUP.shards().getFirst();
    private final Engine engine = newEngine();
    private ShardDeparture departure = departure();

    private Engine newEngine() {
        var node =
                new NodeRow(
                        new Incarnation(new NodeId("test"), 1),
                        "http://test",
                        Set.of(GROUP.id()),
                        1,
                        Placement.VERSION,
                        NodeVersion.UNTOLD,
                        0,
                        Instant.EPOCH);
        return new Engine(
                EngineSettings.defaults(1),
                new Engine.Parts(
                        () -> node,
                        east,
                        List.of(GROUP),
                        (_, _, _) -> {},
                        clock,
                        new SplittableRandom(1),
                        (_, _, _) -> {},
                        () -> Lifelines.NONE,
                        new EngineListener() {},
                        failure -> {
                            throw new AssertionError(failure);
                        }));
    }

    @BeforeEach
    void start() {
        west.leases().openGroup(GROUP);
        var mark = Claim.of(west.leases().shard(shard), new Moved("east").mark(), 1);
        assertThat(west.leases().claim(List.of(mark))).hasSize(1);
        engine.open();
        engine.start();
        Eventually.holds("it is owned", () -> east.leases().shard(shard).owner().isPresent());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Object answer(String call, Callable<Object> itself) throws Exception {
        if (unanswered.contains(call)) {
            throw new StoreException.Unavailable("it is down");
        }
        return itself.call();
    }

    private ShardRelocation relocation(ShardDeparture departure) {
        return new ShardRelocation(
                new Territory("east", east, _ -> true),
                new Territory("west", InterceptedStore.of(west, this::answer), _ -> false),
                GROUP,
                shard,
                departure,
                false,
                new SplittableRandom(2),
                nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private ShardDeparture departure() {
        return engine.departure(shard).orElseThrow();
    }

    /** Until the owner notes what changes; a departure that comes too early begins anew. */
    private ShardRelocation watching() {
        var made = new ShardRelocation[1];
        Eventually.holds(
                "the owner watches",
                () -> {
                    departure = departure();
                    made[0] = relocation(departure);
                    while (departure.state() == State.WAITING) {
                        assertThat(made[0].turn()).isNotEqualTo(Progress.MOVED);
                    }
                    return departure.state() == State.WATCHING;
                });
        assertThat(made[0].turn()).isEqualTo(Progress.WAITING);
        return made[0];
    }

    @Test
    void aTargetThatIsDownEndsTheWatchSoThatClientsAreServed() {
        unanswered.add("claim");
        var relocation = watching();
        pass(ShardRelocation.LONGEST_SILENCE);
        assertThat(relocation.turn()).isEqualTo(Progress.WAITING);
        assertThat(departure.state()).isEqualTo(State.WATCHING);

        pass(Duration.ofNanos(1));

        assertThat(relocation.turn()).isEqualTo(Progress.OVER);
        assertThat(departure.state()).isEqualTo(State.LOST);
        relocation.end();
        assertThat(watching()).isNotSameAs(relocation);
    }

    @Test
    void aCallThatHangsEndsTheWatchToo() {
        unanswered.add("claim");
        var relocation = watching();
        pass(ShardRelocation.LONGEST_SILENCE.plusNanos(1));

        relocation.watch();

        assertThat(departure.state()).isEqualTo(State.LOST);
        assertThat(relocation.turn()).isEqualTo(Progress.OVER);
    }

    @Test
    void beforeTheOwnerWatchesATargetMayBeDownForLong() {
        unanswered.add("shard");
        departure = departure();
        var relocation = relocation(departure);
        assertThat(relocation.turn()).isEqualTo(Progress.WAITING);
        pass(ShardRelocation.LONGEST_SILENCE.multipliedBy(100));

        assertThat(relocation.turn()).isEqualTo(Progress.WAITING);
        assertThat(departure.state()).isEqualTo(State.WAITING);
    }
}
