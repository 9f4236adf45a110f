package dev.belfry.store.mongodb;

import com.mongodb.client.model.Sorts;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;

/** Pending timers by position and by correlation id. Immutable. */
final class PendingTimers {
    /** Asked for at first, when nothing is known of the rows' size. */
    private static final int FIRST_ROWS = 100;

    private static final int MOST_ROWS = 1_000;
    private static final Bson BY_PLACE = Sorts.ascending(Fields.ID);
    private static final Bson BY_CORRELATION = Sorts.ascending(Fields.CORRELATION);

    private final Database database;

    PendingTimers(Database database) {
        this.database = database;
    }

    /**
     * A page, in as many answers as its bytes ask for: the server counts rows only, and payloads
     * may be large.
     */
    Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var timers = new ArrayList<Timer>();
        var from = range.fromInclusive();
        long bytes = 0;
        int ask = FIRST_ROWS;
        while (true) {
            var rows = slice(shard, new PositionRange(from, range.untilExclusive()), ask);
            for (var timer : rows) {
                if (timers.size() == limit.rows() || bytes >= limit.bytes()) {
                    return new Page(timers, timer.position());
                }
                timers.add(timer);
                bytes += timer.heapBytes();
            }
            if (rows.size() < ask) {
                return new Page(timers, range.untilExclusive());
            }
            from = timers.getLast().position().next();
            ask = rowsToAsk(limit, timers.size(), bytes);
        }
    }

    /** One more than there is room for, by the size of those before. */
    private static int rowsToAsk(PageLimit limit, int rows, long bytes) {
        long room = (limit.bytes() - bytes) / Math.max(1, bytes / rows);
        return Math.clamp(Math.min(limit.rows() - rows, room) + 1L, 1, MOST_ROWS);
    }

    /** The first timers of a shard in a range. */
    List<Timer> slice(ShardId shard, PositionRange range, int rows) {
        return database
                .list(
                        database.shards(),
                        Places.pending(shard, range),
                        it -> it.sort(BY_PLACE).hint(Schema.CLUSTERED).limit(rows).batchSize(rows))
                .stream()
                .map(document -> TimerDocuments.pending(document, shard.group()))
                .toList();
    }

    List<Timer> browse(Group group, PositionRange range, int limit) {
        return new GroupMerge(this, range).first(group.shards(), limit);
    }

    List<Timer> correlated(Group group, String correlationId, Position fromInclusive, int limit) {
        var range =
                Places.between(
                        Fields.CORRELATION,
                        Keys.correlated(group.id(), correlationId, fromInclusive),
                        Keys.correlated(group.id(), correlationId, Position.END));
        return database
                .list(
                        database.shards(),
                        range,
                        it -> it.sort(BY_CORRELATION).hint(Schema.BY_CORRELATION).limit(limit))
                .stream()
                .map(document -> TimerDocuments.pending(document, group.id()))
                .toList();
    }
}
