package dev.belfry.store.mongodb;

import com.mongodb.client.model.Sorts;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.store.common.PageFill;
import dev.belfry.store.common.StoredKey;
import java.time.Instant;
import java.util.List;
import org.bson.conversions.Bson;

/** The timers of a shard. Immutable. */
final class MongoTimers implements ShardTimers {
    /** Asked for at first, when nothing is known of the rows' size. */
    private static final int FIRST_ROWS = 100;

    private static final Bson BY_PLACE = Sorts.ascending(MongoFields.ID);

    private final MongoCalls database;
    private final MongoGroups groups;

    MongoTimers(MongoCalls database, MongoGroups groups) {
        this.database = database;
        this.groups = groups;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        commits.forEach(commit -> groups.known().known(commit.lease().shard()));
        return MongoCalls.PARALLEL.write(
                commits,
                commit -> new MongoCommit(database, commit).apply(),
                CommitResult.Committed.class::isInstance);
    }

    /**
     * A page, in as many answers as its bytes ask for: the server counts rows only, and payloads
     * may be large.
     */
    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        groups.known().known(shard);
        var page = new PageFill(limit);
        var from = range.fromInclusive();
        while (true) {
            int ask = page.rowsToAsk(FIRST_ROWS);
            var rows = slice(database, shard, new PositionRange(from, range.untilExclusive()), ask);
            for (var timer : rows) {
                if (page.isFull()) {
                    return page.upTo(timer.position());
                }
                page.add(timer);
            }
            if (rows.size() < ask) {
                return page.upTo(range.untilExclusive());
            }
            from = page.behindLast();
        }
    }

    /** The first timers of a shard in a range. */
    static List<Timer> slice(MongoCalls database, ShardId shard, PositionRange range, int rows) {
        return database
                .list(
                        database.shards(),
                        MongoPlaces.pending(shard, range),
                        it ->
                                it.sort(BY_PLACE)
                                        .hint(MongoSchema.CLUSTERED)
                                        .limit(rows)
                                        .batchSize(rows))
                .stream()
                .map(document -> TimerDocuments.pending(document, shard.group()))
                .toList();
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        var found =
                database.read(
                        session ->
                                new MongoEntryReader(database.shards())
                                        .find(session, groups.known().known(shard), key));
        return StoredKey.requireSame(key, found);
    }

    /** Always empty: the server removes kept timers by itself. */
    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        groups.known().known(shard);
        return List.of();
    }
}
