package dev.belfry.store.jdbc;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.GroupId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The nodes and their signs of life. Immutable. */
final class NodeTable {
    static final String ALL =
            """
            SELECT node_id, life, address, group_ids, weight, placement_version, beat, clock
            FROM nodes
            ORDER BY node_id
            """;

    static final String FIND =
            """
            SELECT node_id, life, address, group_ids, weight, placement_version, beat, clock
            FROM nodes
            WHERE node_id = ?
            """;

    static final String INSERT =
            """
            INSERT INTO nodes
                (node_id, life, address, group_ids, weight, placement_version, beat, clock)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    static final String BEAT =
            """
            UPDATE nodes
            SET address = ?, group_ids = ?, weight = ?, placement_version = ?, beat = ?, clock = ?
            WHERE node_id = ? AND life = ?
            """;

    static final String DELETE =
            """
            DELETE FROM nodes WHERE node_id = ? AND life = ?
            """;

    /** No group's name has one. */
    private static final String SEPARATOR = ",";

    private final String clock;

    NodeTable(Dialect dialect) {
        this.clock = dialect.clock();
    }

    void join(Session session, NodeRow node) throws SQLException {
        var earlier = find(session, node.incarnation().node());
        if (earlier.isPresent()) {
            delete(session, earlier.get().incarnation());
        }
        session.change(INSERT, parameters -> bind(parameters, node));
    }

    Optional<Instant> beat(Session session, NodeRow node) throws SQLException {
        if (!isThere(session, node.incarnation())) {
            return Optional.empty();
        }
        session.change(
                BEAT,
                parameters -> {
                    bindTraits(parameters, node);
                    bindName(parameters, node.incarnation());
                });
        return Optional.of(clock(session));
    }

    Members members(Session session) throws SQLException {
        return new Members(list(session, ALL, _ -> {}), clock(session));
    }

    boolean evict(Session session, NodeRow seen) throws SQLException {
        var current = find(session, seen.incarnation().node());
        if (current.isEmpty() || !current.get().incarnation().equals(seen.incarnation())) {
            return true;
        }
        if (current.get().beat() != seen.beat()) {
            return false;
        }
        delete(session, seen.incarnation());
        return true;
    }

    void leave(Session session, Incarnation incarnation) throws SQLException {
        if (isThere(session, incarnation)) {
            delete(session, incarnation);
        }
    }

    private static boolean isThere(Session session, Incarnation incarnation) throws SQLException {
        var row = find(session, incarnation.node());
        return row.isPresent() && row.get().incarnation().equals(incarnation);
    }

    private static void delete(Session session, Incarnation incarnation) throws SQLException {
        session.change(DELETE, parameters -> bindName(parameters, incarnation));
    }

    private Instant clock(Session session) throws SQLException {
        var read = new ArrayList<Instant>();
        session.query(clock, _ -> {}, row -> read.add(row.instant()));
        return read.getFirst();
    }

    private static Optional<NodeRow> find(Session session, NodeId node) throws SQLException {
        return list(session, FIND, parameters -> parameters.text(node.value())).stream()
                .findFirst();
    }

    private static List<NodeRow> list(Session session, String sql, Session.Bind bind)
            throws SQLException {
        var nodes = new ArrayList<NodeRow>();
        session.query(sql, bind, row -> nodes.add(node(row)));
        return nodes;
    }

    private static void bind(Parameters parameters, NodeRow node) throws SQLException {
        bindName(parameters, node.incarnation());
        bindTraits(parameters, node);
    }

    private static void bindName(Parameters parameters, Incarnation incarnation)
            throws SQLException {
        parameters.text(incarnation.node().value()).number(incarnation.life());
    }

    private static void bindTraits(Parameters parameters, NodeRow node) throws SQLException {
        parameters
                .text(node.address())
                .textUnlessEmpty(
                        node.groups().stream()
                                .map(GroupId::value)
                                .collect(Collectors.joining(SEPARATOR)))
                .number(node.weight())
                .number(node.placementVersion())
                .number(node.beat())
                .instant(node.clock());
    }

    private static NodeRow node(Row row) throws SQLException {
        return new NodeRow(
                new Incarnation(new NodeId(row.text()), row.number()),
                row.text(),
                row.optionalText().stream()
                        .flatMap(ids -> List.of(ids.split(SEPARATOR, -1)).stream())
                        .map(GroupId::new)
                        .collect(Collectors.toSet()),
                row.integer(),
                row.integer(),
                row.number(),
                row.instant());
    }
}
