package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The groups and how many shards each has. A shard needs no row before it is claimed, so that
 * opening a group costs the same whatever its size. Thread-safe.
 */
final class GroupTable {
    private static final String INSERT =
            """
            INSERT INTO groups (group_id, shard_count) VALUES (:group_id, :shard_count)
            IF NOT EXISTS
            """;

    private static final String FIND =
            """
            SELECT shard_count FROM groups WHERE group_id = :group_id
            """;

    private final Cql cql;

    /** Counts never change, so that what was read once stays true. */
    private final Map<GroupId, Integer> shardCounts = new ConcurrentHashMap<>();

    GroupTable(Cql cql) {
        this.cql = cql;
    }

    void open(Group group) {
        requireStorable(group, group.retention());
        requireStorable(group, group.failedRetention());
        var answer =
                cql.write(
                        cql.statement(INSERT)
                                .setString("group_id", group.id().value())
                                .setInt("shard_count", group.shardCount())
                                .build());
        if (!answer.wasApplied()) {
            int known = shardCount(group.id());
            if (known != group.shardCount()) {
                throw StoreException.Rejected.otherShardCount(group, known);
            }
        }
        shardCounts.put(group.id(), group.shardCount());
    }

    private static void requireStorable(Group group, Duration retention) {
        if (retention.compareTo(EntryWriter.LONGEST_LIFE) > 0) {
            throw new StoreException.Rejected(
                    "group %s keeps timers for %d days, and Cassandra can not keep a row for more than %d"
                            .formatted(
                                    group.id(),
                                    retention.toDays(),
                                    EntryWriter.LONGEST_LIFE.toDays()));
        }
    }

    List<ShardId> shards(GroupId group) {
        return IntStream.range(0, shardCount(group))
                .mapToObj(index -> new ShardId(group, index))
                .toList();
    }

    private int shardCount(GroupId group) {
        return shardCounts.computeIfAbsent(group, this::find);
    }

    private int find(GroupId group) {
        var rows = cql.read(cql.statement(FIND).setString("group_id", group.value()).build());
        if (rows.isEmpty()) {
            throw new IllegalStateException("group %s is not open".formatted(group));
        }
        return rows.getFirst().getInt("shard_count");
    }
}
