package dev.belfry.store.mongodb;

import com.mongodb.client.model.CountOptions;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCounts;
import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.conversions.Bson;

/** How many timers the shards of a group hold, up to a cap. Immutable. */
final class Counting {
    private final Database database;

    Counting(Database database) {
        this.database = database;
    }

    List<ShardCounts> counts(Group group, int cap) {
        return Database.PARALLEL.read(group.shards(), shard -> counts(shard, cap));
    }

    private ShardCounts counts(ShardId shard, int cap) {
        var pending = Places.pending(shard, PositionRange.from(Position.START));
        return new ShardCounts(shard, count(pending, cap), count(Places.kept(shard), cap));
    }

    private long count(Bson places, int cap) {
        var options =
                new CountOptions()
                        .limit(cap)
                        .hint(Schema.CLUSTERED)
                        .maxTime(Database.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS);
        return database.read(session -> database.shards().countDocuments(session, places, options));
    }
}
