package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import dev.belfry.store.common.KnownGroups;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The groups and how many shards each has. A shard needs no row before it is claimed, so that
 * opening a group costs the same whatever its size. Thread-safe.
 */
final class CassandraGroups {
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
    private final KnownGroups known = new KnownGroups(this::shardCounts);

    CassandraGroups(Cql cql) {
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
        known.opened(
                group, answer.wasApplied() ? group.shardCount() : known.shardCount(group.id()));
    }

    private static void requireStorable(Group group, Duration retention) {
        if (retention.compareTo(CassandraEntryWriter.LONGEST_LIFE) > 0) {
            throw new StoreException.Rejected(
                    "group %s keeps timers for %d days, and Cassandra can not keep a row for more than %d"
                            .formatted(
                                    group.id(),
                                    retention.toDays(),
                                    CassandraEntryWriter.LONGEST_LIFE.toDays()));
        }
    }

    Map<GroupId, Integer> shardCounts() {
        return cql.read(cql.statement(ALL).build()).stream()
                .collect(
                        Collectors.toMap(
                                row -> new GroupId(CassandraTimerColumns.text(row, "group_id")),
                                row -> row.getInt("shard_count")));
    }

    KnownGroups known() {
        return known;
    }
}
