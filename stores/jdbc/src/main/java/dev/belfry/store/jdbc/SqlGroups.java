package dev.belfry.store.jdbc;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The groups, and the keys of their shards. Thread-safe: what is opened never changes. */
final class SqlGroups {
    static final String FIND =
            """
            SELECT first_shard_key, shard_count FROM timer_groups WHERE group_id = ?
            """;

    static final String ALL =
            """
            SELECT group_id, first_shard_key, shard_count FROM timer_groups
            """;

    static final String NEXT_SHARD_KEY =
            """
            SELECT coalesce(max(first_shard_key + shard_count), 1) FROM timer_groups
            """;

    static final RowChange INSERT =
            new RowChange.Insert(
                    "timer_groups", List.of("group_id", "first_shard_key", "shard_count"));

    static final RowChange INSERT_SHARD =
            new RowChange.Insert("shards", List.of("shard_key", "version", "token", "mark"));

    private final Transactions transactions;
    private final Map<GroupId, OpenGroup> known = new ConcurrentHashMap<>();

    SqlGroups(Transactions transactions) {
        this.transactions = transactions;
    }

    void open(Group group) {
        var opened = transactions.write(session -> openedOrCreated(session, group));
        known.put(opened.id(), opened);
    }

    Map<GroupId, Integer> shardCounts() {
        return all().stream().collect(Collectors.toMap(OpenGroup::id, OpenGroup::shardCount));
    }

    private List<OpenGroup> all() {
        return transactions.read(session -> session.list(ALL, _ -> {}, SqlGroups::openGroup));
    }

    private static OpenGroup openGroup(Row row) throws SQLException {
        return new OpenGroup(new GroupId(row.text()), new ShardKey(row.number()), row.integer());
    }

    /** Several groups by their first keys; many that are not known yet are read at once. */
    NavigableMap<ShardKey, OpenGroup> get(Collection<GroupId> ids) {
        if (!known.keySet().containsAll(ids)) {
            all().forEach(group -> known.put(group.id(), group));
        }
        var byFirst = new TreeMap<ShardKey, OpenGroup>();
        for (var id : ids) {
            var group = get(id);
            byFirst.put(group.first(), group);
        }
        return byFirst;
    }

    OpenGroup get(GroupId id) {
        return known.computeIfAbsent(id, this::lookUp);
    }

    ShardKey keyOf(ShardId shard) {
        return get(shard.group()).keyOf(shard);
    }

    /** Looks groups up beforehand, so that no transaction has to wait for a second session. */
    void lookUp(Stream<ShardId> shards) {
        shards.forEach(shard -> get(shard.group()));
    }

    private OpenGroup lookUp(GroupId id) {
        return transactions
                .read(session -> find(session, id))
                .orElseThrow(
                        () -> new IllegalStateException("group %s was never opened".formatted(id)));
    }

    private static OpenGroup openedOrCreated(Session session, Group group) throws SQLException {
        var lock = session.dialect().lockGroups();
        if (lock.isPresent()) {
            session.run(lock.get());
        }
        var found = find(session, group.id());
        if (found.isEmpty()) {
            return create(session, group);
        }
        if (found.get().shardCount() != group.shardCount()) {
            throw StoreException.Rejected.otherShardCount(group, found.get().shardCount());
        }
        return found.get();
    }

    private static Optional<OpenGroup> find(Session session, GroupId id) throws SQLException {
        return session.first(
                FIND,
                parameters -> parameters.text(id.value()),
                row -> new OpenGroup(id, new ShardKey(row.number()), row.integer()));
    }

    private static OpenGroup create(Session session, Group group) throws SQLException {
        long next = session.first(NEXT_SHARD_KEY, _ -> {}, Row::number).orElseThrow();
        var created = new OpenGroup(group.id(), new ShardKey(next), group.shardCount());
        session.change(
                INSERT,
                parameters ->
                        parameters
                                .text(created.id().value())
                                .number(created.first().value())
                                .number(created.shardCount()));
        insertShards(session, created);
        return created;
    }

    private static void insertShards(Session session, OpenGroup group) throws SQLException {
        var batch = new SqlBatch(session, INSERT_SHARD);
        for (long key = group.first().value(); key <= group.last().value(); key++) {
            long shardKey = key;
            batch.add(
                    parameters ->
                            parameters
                                    .number(shardKey)
                                    .number(0)
                                    .number(0)
                                    .instant(Instants.EARLIEST));
        }
        batch.flush();
    }
}
