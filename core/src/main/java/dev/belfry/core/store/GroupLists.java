package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.List;

/** Lists and counts over all shards of a group. Calls block; thread-safe. */
public interface GroupLists {
    /** The pending timers of a whole group in order of position. For people: it may be slow. */
    List<Timer> browse(Group group, PositionRange range, int limit);

    /** The pending timers of a correlation id in order of position, from a position on. */
    List<Timer> correlated(Group group, String correlationId, Position fromInclusive, int limit);

    /** The kept timers of a group, the latest settled first. For people: it may be slow. */
    List<KeptTimer> kept(Group group, KeptQuery query);

    /** The kept timers of a correlation id, of any state, the latest settled before a position. */
    List<KeptTimer> keptCorrelated(Group group, String correlationId, Position before, int limit);

    /**
     * How many timers of a state each of these shards of one group holds, counting no further than
     * the cap; in the order of their index.
     */
    List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap);
}
