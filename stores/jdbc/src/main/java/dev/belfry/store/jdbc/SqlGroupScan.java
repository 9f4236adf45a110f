package dev.belfry.store.jdbc;

import dev.belfry.core.timer.Position;
import dev.belfry.store.common.PositionOrder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The first rows of a whole group, out of the first of each shard. Confined to a call.
 *
 * <p>A group may have thousands of shards, each with an order of its own. Every round asks each
 * shard for a few positions. Up to the nearest position at which some shard may have more than it
 * showed, the merged order is certain; a further round, with more of each shard, starts behind it.
 * Timers spread evenly over shards, so that one round is usually enough.
 */
final class SqlGroupScan {
    private static final int FEWEST_PER_SHARD = 4;

    private final PositionOrder order;
    private final Round round;
    private final int shardCount;

    /** A row of some shard. */
    record Found(ShardKey shard, Position position) {
        SqlEntryReader.Wanted wanted(OpenGroup group) {
            return new SqlEntryReader.Wanted(new EntryKey(shard, position.uuid()), group.id());
        }
    }

    /** Reads the first rows of each shard from a start on. */
    @FunctionalInterface
    interface Round {
        List<Found> read(Position start, int perShard) throws SQLException;
    }

    SqlGroupScan(PositionOrder order, int shardCount, Round round) {
        this.order = order;
        this.shardCount = shardCount;
        this.round = round;
    }

    List<Found> first(Position start, int limit) throws SQLException {
        var certain = new ArrayList<Found>();
        var next = start;
        int perShard = Math.max(FEWEST_PER_SHARD, (int) Math.min(limit, 4L * limit / shardCount));
        while (true) {
            var found = round.read(next, perShard);
            var ends = ends(found, perShard);
            found.stream()
                    .filter(row -> ends.isEmpty() || isUpTo(row.position(), ends.getFirst()))
                    .sorted(Comparator.comparing(Found::position, order.comparator()))
                    .forEach(certain::add);
            if (ends.isEmpty() || certain.size() >= limit) {
                return certain.subList(0, Math.min(limit, certain.size()));
            }
            next = order.startBehind(ends.getFirst());
            perShard = (int) Math.min(4L * perShard, Math.max(limit, FEWEST_PER_SHARD));
        }
    }

    private boolean isUpTo(Position position, Position end) {
        return order.comparator().compare(position, end) <= 0;
    }

    /** The last positions of the shards that may have more, in order. */
    private List<Position> ends(List<Found> found, int perShard) {
        Map<ShardKey, List<Position>> byShard = new HashMap<>();
        found.forEach(
                row ->
                        byShard.computeIfAbsent(row.shard(), _ -> new ArrayList<>())
                                .add(row.position()));
        return byShard.values().stream()
                .filter(positions -> positions.size() == perShard)
                .map(positions -> positions.stream().max(order.comparator()).orElseThrow())
                .sorted(order.comparator())
                .toList();
    }
}
