package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.TimerState;
import java.util.List;

/**
 * How many timers of one state a group holds: all of them counted as long as they are few, and else
 * estimated from some of its shards, over which timers are spread evenly.
 *
 * @param isExact whether all were counted
 */
public record TimerCount(long timers, boolean isExact) {
    /** Counting on would read much for a number that nobody needs exactly. */
    public static final int EXACT_UP_TO = 100_000;

    public static final TimerCount NONE = new TimerCount(0, true);

    /**
     * Counts now; blocks. It reads about twice {@link #EXACT_UP_TO} entries of an index at most.
     */
    public static TimerCount of(GroupLists lists, Group group, TimerState state) {
        int perShard = Math.ceilDiv(EXACT_UP_TO, group.shardCount());
        var counts = lists.counts(group.shards(), state, perShard);
        long counted = counts.stream().mapToLong(CountedShard::timers).sum();
        return counts.stream().allMatch(it -> it.timers() < perShard)
                ? new TimerCount(counted, true)
                : sampled(lists, group, state, counted);
    }

    /**
     * Counts shard after shard until enough was read: the others hold as much, on average, as those
     * that were counted wholly.
     */
    private static TimerCount sampled(
            GroupLists lists, Group group, TimerState state, long atLeast) {
        long counted = 0;
        int shards = 0;
        while (shards < group.shardCount()) {
            int cap = Math.toIntExact(EXACT_UP_TO - counted);
            var shard = List.of(group.shards().get(shards));
            long found = lists.counts(shard, state, cap).getFirst().timers();
            if (found == cap) {
                long each = shards == 0 ? cap : counted / shards;
                return new TimerCount(Math.max(atLeast, each * group.shardCount()), false);
            }
            counted += found;
            shards++;
        }
        return new TimerCount(counted, true);
    }
}
