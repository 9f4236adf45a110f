package dev.belfry.store.jdbc;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The shard rows: who may write which shard, and its low-water mark. Immutable. */
final class SqlShards {
    static final String BETWEEN =
            """
            SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
            FROM shards
            WHERE shard_key BETWEEN ? AND ?
            ORDER BY shard_key
            """;

    /** In order of key, so that two transactions that lock several never wait in a circle. */
    static final String BY_KEYS =
            """
            SELECT shard_key, version, token, owner_node, owner_life, mark, handed_over
            FROM {shards}
            ORDER BY shard_key
            """;

    static final RowChange UPDATE =
            new RowChange.Update(
                    "shards",
                    List.of("version", "token", "owner_node", "owner_life", "mark", "handed_over"),
                    List.of("shard_key"));

    static final RowChange RAISE_MARK =
            new RowChange.Update("shards", List.of("mark"), List.of("shard_key"));

    private final Dialect dialect;

    SqlShards(Dialect dialect) {
        this.dialect = dialect;
    }

    List<ShardRow> ofGroup(Session session, OpenGroup group) throws SQLException {
        return between(session, group.first(), group.last(), group::shardOf);
    }

    ShardRow one(Session session, ShardKey key, ShardId shard) throws SQLException {
        return between(session, key, key, _ -> shard).getFirst();
    }

    /** Groups that were made one after the other have keys in a row, and are read together. */
    List<ShardRow> ofGroups(Session session, NavigableMap<ShardKey, OpenGroup> byFirst)
            throws SQLException {
        var found = new ArrayList<ShardRow>();
        var left = new TreeMap<>(byFirst);
        while (!left.isEmpty()) {
            var first = left.firstKey();
            var last = left.pollFirstEntry().getValue().last();
            while (left.containsKey(last.next())) {
                last = left.remove(last.next()).last();
            }
            found.addAll(
                    between(
                            session,
                            first,
                            last,
                            key -> byFirst.floorEntry(key).getValue().shardOf(key)));
        }
        return found;
    }

    private List<ShardRow> between(
            Session session, ShardKey first, ShardKey last, Function<ShardKey, ShardId> shardOf)
            throws SQLException {
        return session.list(
                BETWEEN,
                parameters -> parameters.number(first.value()).number(last.value()),
                row -> shard(shardOf.apply(new ShardKey(row.number())), row));
    }

    /**
     * Reads the rows of a commit so that no claim changes them before the transaction ends. A
     * commit that may write a shard's row locks it from the start: two that have both read it would
     * wait for each other.
     */
    List<Session.Query> fence(List<ShardPart> parts, ShardRows rows) {
        boolean storesMark = parts.stream().anyMatch(part -> part.commit().storeMark());
        return storesMark ? lock(idsOf(parts), rows) : fence(idsOf(parts), rows);
    }

    private static Map<ShardKey, ShardId> idsOf(List<ShardPart> parts) {
        var ids = new TreeMap<ShardKey, ShardId>();
        for (var part : parts) {
            var shard = part.commit().lease().shard();
            invariant(ids.put(part.key(), shard) == null, "%s twice in one commit", shard);
        }
        return ids;
    }

    private List<Session.Query> fence(Map<ShardKey, ShardId> shards, ShardRows rows) {
        return byKeys(shards, dialect::fenced, rows);
    }

    /** Reads rows that are about to be changed. */
    List<Session.Query> lock(Map<ShardKey, ShardId> shards, ShardRows rows) {
        return byKeys(shards, dialect::locked, rows);
    }

    /**
     * Filled up with a key that is locked anyway: some databases lock what is around a missing one.
     */
    private List<Session.Query> byKeys(
            Map<ShardKey, ShardId> shards, UnaryOperator<String> lock, ShardRows rows) {
        var keys = new TreeMap<>(shards).sequencedKeySet();
        if (keys.isEmpty()) {
            return List.of();
        }
        return Chunks.of(keys, keys.getFirst(), dialect).stream()
                .map(
                        chunk ->
                                new Session.Query(
                                        lock.apply(byKeys(dialect, chunk.size())),
                                        parameters -> bind(parameters, chunk),
                                        row -> {
                                            var key = new ShardKey(row.number());
                                            var shard = Objects.requireNonNull(shards.get(key));
                                            rows.put(key, shard(shard, row));
                                            return true;
                                        }))
                .toList();
    }

    private static void bind(StatementParameters parameters, List<ShardKey> keys)
            throws SQLException {
        parameters.rows(keys.stream().map(SqlShards::bind).toList());
    }

    /** The statement of {@link #BY_KEYS} for a list of this size. */
    static String byKeys(Dialect dialect, int count) {
        return BY_KEYS.replace("{shards}", dialect.among("shards", "shard_key", count));
    }

    private static Session.Bind bind(ShardKey key) {
        return parameters -> parameters.number(key.value());
    }

    void update(Session session, Map<ShardKey, ShardRow> changed) throws SQLException {
        var batch = new SqlBatch(session, UPDATE);
        changed.forEach((key, row) -> batch.add(parameters -> bind(parameters, row, key)));
        batch.flush();
    }

    void raiseMarks(Session session, Map<ShardKey, Instant> marks) throws SQLException {
        var batch = new SqlBatch(session, RAISE_MARK);
        marks.forEach(
                (key, mark) ->
                        batch.add(parameters -> parameters.instant(mark).number(key.value())));
        batch.flush();
    }

    private static void bind(Parameters parameters, ShardRow row, ShardKey key)
            throws SQLException {
        parameters.number(row.epoch().value()).number(row.token());
        if (row.owner().isPresent()) {
            var owner = row.owner().get();
            parameters.text(owner.node().value()).number(owner.life());
        } else {
            parameters.none(Types.VARCHAR).none(Types.BIGINT);
        }
        parameters
                .instant(row.mark())
                .textUnlessEmpty(AttemptUnderWay.toText(row.handedOver()))
                .number(key.value());
    }

    private static ShardRow shard(ShardId id, Row row) throws SQLException {
        return new ShardRow(
                id,
                new Epoch(row.number()),
                row.number(),
                owner(row.optionalText(), row.number()),
                row.instant(),
                AttemptUnderWay.fromText(row.textOrEmpty()));
    }

    private static Optional<Incarnation> owner(Optional<String> node, long life) {
        return node.map(name -> new Incarnation(new NodeId(name), life));
    }
}
