package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerCount;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * How many timers groups hold, counted in a small part of the time. Each group is counted by one
 * node, the owner of its first shard, for all. Thread-safe.
 */
public final class Census {
    /** One part of so many is the time that counting takes: large groups are counted less often. */
    private static final int SHARE = 20;

    /** Groups that are counted in one step: however many are shown, an idle store rests. */
    private static final int MOST_IN_STEP = 4;

    /**
     * For each shard it rests at least so long: some stores charge for each read, and a thousand
     * shards are read once a minute, as often as their leases are verified.
     */
    private static final Duration PER_SHARD = Duration.ofMillis(60);

    /** A round over few groups is not faster than this. */
    private static final Duration ROUND = Duration.ofSeconds(5);

    private final GroupLists lists;
    private final Gauges gauges;
    private final Predicate<GroupId> isOurs;
    private final MeterRegistry registry;
    private final LongSupplier nanos;
    private final AtomicBoolean isCounting = new AtomicBoolean();
    private final Map<GroupId, Counts> counted = new ConcurrentHashMap<>();

    // Used by whoever is counting.
    private final Map<GroupId, List<Meter>> registered = new ConcurrentHashMap<>();
    private final Deque<GroupId> round = new ArrayDeque<>();
    private long roundAt;
    private long restUntil;
    private boolean hasBegun;

    /** What a group holds. */
    public record Counts(TimerCount pending, TimerCount deadLetters) {
        private static final Counts NONE = new Counts(TimerCount.NONE, TimerCount.NONE);

        /** Counts now; blocks. */
        public static Counts of(GroupLists lists, Group group) {
            return new Counts(
                    TimerCount.of(lists, group, TimerState.SCHEDULED),
                    TimerCount.of(lists, group, TimerState.FAILED));
        }

        public boolean isExact() {
            return pending.isExact() && deadLetters.isExact();
        }
    }

    /**
     * A census that has counted nothing yet.
     *
     * @param isOurs whether this node is the one that counts a group
     */
    public Census(
            GroupLists lists,
            Gauges gauges,
            Predicate<GroupId> isOurs,
            MeterRegistry registry,
            LongSupplier nanos) {
        this.lists = lists;
        this.gauges = gauges;
        this.isOurs = isOurs;
        this.registry = registry;
        this.nanos = nanos;
    }

    /** What a group held when this node counted it last; empty if another one does, or none. */
    public Optional<Counts> of(GroupId group) {
        return Optional.ofNullable(counted.get(group)).filter(_ -> isOurs.test(group));
    }

    /** Counts some groups; called once a second. Blocks, unless another call is counting. */
    public void step() {
        if (isCounting.compareAndSet(false, true)) {
            try {
                countSome();
            } finally {
                isCounting.set(false);
            }
        }
    }

    private void countSome() {
        long began = nanos.getAsLong();
        if (hasBegun && began - restUntil < 0) {
            return;
        }
        if (round.isEmpty() && !(hasBegun && began - roundAt < ROUND.toNanos())) {
            begin(began);
        }
        long rest = 0;
        for (int i = 0; i < MOST_IN_STEP && !round.isEmpty(); i++) {
            var group = Optional.of(round.remove()).filter(isOurs).flatMap(gauges::group);
            group.ifPresent(this::count);
            rest += group.map(it -> it.shardCount() * PER_SHARD.toNanos()).orElse(0L);
        }
        restUntil = began + Math.max(rest, SHARE * (nanos.getAsLong() - began));
    }

    private void begin(long now) {
        hasBegun = true;
        roundAt = now;
        round.addAll(gauges.shown().stream().filter(isOurs).toList());
        counted.keySet().retainAll(round);
        registered.forEach(
                (group, meters) -> {
                    if (!counted.containsKey(group)) {
                        registered.remove(group);
                        meters.forEach(registry::remove);
                    }
                });
    }

    private void count(Group group) {
        try {
            counted.put(group.id(), Counts.of(lists, group));
            if (gauges.watched().contains(group)) {
                registered.computeIfAbsent(group.id(), this::register);
            }
        } catch (StoreException _) {
            // Counted again in the next round; that the store fails is told by those who need it.
        }
    }

    private List<Meter> register(GroupId group) {
        return List.of(
                gauge(group, "belfry.pending", "Timers that are not over", Counts::pending),
                gauge(group, "belfry.dead.letters", "Failed timers kept", Counts::deadLetters));
    }

    private Meter gauge(
            GroupId group, String name, String says, Function<Counts, TimerCount> figure) {
        return Gauge.builder(name, () -> figure.apply(of(group).orElse(Counts.NONE)).timers())
                .description(
                        says
                                + ", shown by the node that counts the group; beyond %d estimated"
                                        .formatted(TimerCount.EXACT_UP_TO))
                .tag("group", group.value())
                .register(registry);
    }
}
