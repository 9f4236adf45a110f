package dev.belfry.store.cassandra;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The groups and how many shards each has. A shard needs no row before it is claimed, so that
 * opening a group costs the same whatever its size. Thread-safe.
 */
final class GroupTable {
    private static final String INSERT =
            """
            INSERT INTO groups (scope, group_id, shard_count)
            VALUES ('all', :group_id, :shard_count)
            IF NOT EXISTS
            """;

    private static final String ALL =
            """
            SELECT group_id, shard_count FROM groups WHERE scope = 'all'
            """;

    private final Cql cql;

    /** Counts never change, so that what was read once stays true. */
    private final Map<GroupId, Integer> known = new ConcurrentHashMap<>();

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
            int count = shardCount(group.id());
            if (count != group.shardCount()) {
                throw StoreException.Rejected.otherShardCount(group, count);
            }
        }
        known.put(group.id(), group.shardCount());
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

    Map<GroupId, Integer> shardCounts() {
        return cql.read(cql.statement(ALL).build()).stream()
                .collect(
                        Collectors.toMap(
                                row -> new GroupId(TimerColumns.text(row, "group_id")),
                                row -> row.getInt("shard_count")));
    }

    List<ShardId> shards(GroupId group) {
        return IntStream.range(0, shardCount(group))
                .mapToObj(index -> new ShardId(group, index))
                .toList();
    }

    /** The same shard, if it is one of a group that was ever opened. */
    ShardId known(ShardId shard) {
        invariant(
                shard.index() < shardCount(shard.group()),
                "group %s has no shard %d",
                shard.group(),
                shard.index());
        return shard;
    }

    private int shardCount(GroupId group) {
        if (!known.containsKey(group)) {
            known.putAll(shardCounts());
        }
        var count = known.get(group);
        if (count == null) {
            throw new IllegalStateException("group %s was never opened".formatted(group));
        }
        return count;
    }
}
