package dev.belfry.node.shard;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Instants;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/** Shards for tests of what refers to them; their ports lead nowhere. */
public final class Shards {
    public static final Group GROUP = Group.of("default", 8);
    public static final LoopSettings SETTINGS =
            new LoopSettings(1 << 20, 10, 2, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);

    public static final Incarnation SELF = new Incarnation(new NodeId("test"), 1);

    private Shards() {}

    static Shard shard(int index) {
        return shard(GROUP, index);
    }

    static Shard shard(Group group, int index) {
        var row =
                new ShardRow(
                        group.shards().get(index),
                        Epoch.ZERO,
                        0,
                        Optional.empty(),
                        Instants.EARLIEST,
                        List.of());
        var ports = ports(new SettableClock());
        var context =
                new ShardContext(
                        ports,
                        new Revisions(ports.clock(), ports.random()),
                        new Reminders(ports.clock()),
                        new QueueMeter(SETTINGS),
                        new EarlyReplies(ports.clock()),
                        _ -> {},
                        (_, _) -> {});
        return new Shard(group, new Ownership(row, SELF, ports.random()), row.mark(), context);
    }

    public static Ports ports(EngineClock clock) {
        return ports(clock, new NoStore());
    }

    public static Ports ports(EngineClock clock, StorePort store) {
        return new Ports(
                store,
                new StoreLimits(10, 10_000, 10, 1, 1),
                (_, _, _) -> {},
                clock,
                new Random(1),
                _ -> true,
                (_, _, _) -> {},
                new HeldShards(_ -> {}),
                new EngineListener() {});
    }

    /** Never answers. */
    private static final class NoStore implements StorePort {
        @Override
        public <T> void call(
                StoreOperation operation,
                Function<TimerStore, T> body,
                Consumer<StoreAnswer<T>> answered) {}
    }
}
