package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and their signs of life, in one partition: they are read together at every look, and a
 * beat is two conditional writes a second for each node. Immutable.
 */
final class CassandraNodes implements NodeRows {
    private static final String INSERT =
            """
            INSERT INTO nodes (scope, node_id, life, address, group_ids, weight,
                placement_version, software, protocol, beat, clock)
            VALUES ('all', :node_id, :life, :address, :group_ids, :weight,
                :placement_version, :software, :protocol, :beat, :clock)
            IF NOT EXISTS
            """;

    private static final String REPLACE =
            """
            UPDATE nodes
            SET life = :life, address = :address, group_ids = :group_ids, weight = :weight,
                placement_version = :placement_version, software = :software,
                protocol = :protocol, beat = :beat, clock = :clock
            WHERE scope = 'all' AND node_id = :node_id
            IF EXISTS
            """;

    private static final String BEAT =
            """
            UPDATE nodes
            SET address = :address, group_ids = :group_ids, weight = :weight,
                placement_version = :placement_version, software = :software,
                protocol = :protocol, beat = :beat, clock = :clock
            WHERE scope = 'all' AND node_id = :node_id
            IF life = :life AND beat >= :acknowledged
            """;

    private static final String EVICT =
            """
            DELETE FROM nodes
            WHERE scope = 'all' AND node_id = :node_id
            IF life = :life AND beat = :beat
            """;

    private static final String LEAVE =
            """
            DELETE FROM nodes
            WHERE scope = 'all' AND node_id = :node_id
            IF life = :life
            """;

    private static final String ALL =
            """
            SELECT node_id, life, address, group_ids, weight, placement_version, software, protocol,
                beat, clock
            FROM nodes
            WHERE scope = 'all'
            """;

    /** The clock of the server that answers; a table with one row on every server. */
    private static final String CLOCK =
            """
            SELECT to_unix_timestamp(now()) AS clock FROM system.local
            """;

    /** No group's name has one. */
    private static final String SEPARATOR = ",";

    private final Cql cql;

    CassandraNodes(Cql cql) {
        this.cql = cql;
    }

    @Override
    public void join(NodeRow node) {
        cql.putEither(bind(REPLACE, node), bind(INSERT, node));
    }

    @Override
    public Optional<Instant> beat(NodeRow node, long acknowledged) {
        var beat = bind(BEAT, node).setLong("acknowledged", acknowledged);
        return cql.write(beat).wasApplied() ? Optional.of(clock()) : Optional.empty();
    }

    @Override
    public Members members() {
        var nodes =
                cql.read(cql.statement(ALL).build()).stream().map(CassandraNodes::node).toList();
        return new Members(nodes, clock());
    }

    @Override
    public boolean evict(NodeRow seen) {
        var answer =
                cql.write(
                        cql.statement(EVICT)
                                .setString("node_id", seen.incarnation().node().value())
                                .setLong("life", seen.incarnation().life())
                                .setLong("beat", seen.beat())
                                .build());
        return answer.wasApplied() || !standsInTheWay(answer.one(), seen);
    }

    /** A row that is gone has no columns in the answer. */
    private static boolean standsInTheWay(@Nullable Row row, NodeRow seen) {
        return row != null
                && row.getColumnDefinitions().contains("life")
                && !row.isNull("life")
                && row.getLong("life") == seen.incarnation().life();
    }

    @Override
    public void leave(Incarnation incarnation) {
        cql.write(
                cql.statement(LEAVE)
                        .setString("node_id", incarnation.node().value())
                        .setLong("life", incarnation.life())
                        .build());
    }

    private Instant clock() {
        return CassandraTimerColumns.instant(
                cql.read(cql.statement(CLOCK).build()).getFirst(), "clock");
    }

    private BoundStatement bind(String text, NodeRow node) {
        return cql.statement(text)
                .setString("node_id", node.incarnation().node().value())
                .setLong("life", node.incarnation().life())
                .setString("address", node.address())
                .setString(
                        "group_ids",
                        node.groups().stream()
                                .map(GroupId::value)
                                .collect(Collectors.joining(SEPARATOR)))
                .setInt("weight", node.weight())
                .setInt("placement_version", node.placementVersion())
                .setString("software", node.version().software())
                .setInt("protocol", node.version().protocol())
                .setLong("beat", node.beat())
                .setLong("clock", node.clock().toEpochMilli())
                .build();
    }

    private static NodeRow node(Row row) {
        return new NodeRow(
                new Incarnation(
                        new NodeId(CassandraTimerColumns.text(row, "node_id")),
                        row.getLong("life")),
                CassandraTimerColumns.text(row, "address"),
                groups(CassandraTimerColumns.text(row, "group_ids")),
                row.getInt("weight"),
                row.getInt("placement_version"),
                version(row),
                row.getLong("beat"),
                CassandraTimerColumns.instant(row, "clock"));
    }

    /** Nodes of before the columns were there write none. */
    private static NodeVersion version(Row row) {
        var software = row.getString("software");
        return software == null
                ? NodeVersion.UNTOLD
                : new NodeVersion(software, row.getInt("protocol"));
    }

    private static Set<GroupId> groups(String text) {
        return text.isEmpty()
                ? Set.of()
                : Stream.of(text.split(SEPARATOR, -1))
                        .map(GroupId::new)
                        .collect(Collectors.toSet());
    }
}
