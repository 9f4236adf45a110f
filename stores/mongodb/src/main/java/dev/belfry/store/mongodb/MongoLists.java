package dev.belfry.store.mongodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCounts;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.List;

/** Lists and counts of whole groups. Immutable. */
final class MongoLists implements GroupLists {
    private final PendingTimers pending;
    private final KeptTimers kept;
    private final Counting counting;

    MongoLists(Database database) {
        this.pending = new PendingTimers(database);
        this.kept = new KeptTimers(database);
        this.counting = new Counting(database);
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return pending.browse(group, range, limit);
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return pending.correlated(group, correlationId, fromInclusive, limit);
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return kept.latest(group, query);
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return counting.counts(group, cap);
    }
}
