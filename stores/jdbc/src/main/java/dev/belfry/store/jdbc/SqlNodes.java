package dev.belfry.store.jdbc;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The nodes and their signs of life. Immutable. */
final class SqlNodes implements NodeRows {
    static final String ALL =
            """
            SELECT node_id, life, address, group_ids, weight, placement_version, software, protocol,
                beat, clock
            FROM nodes
            ORDER BY node_id
            """;

    static final String FIND =
            """
            SELECT node_id, life, address, group_ids, weight, placement_version, software, protocol,
                beat, clock
            FROM nodes
            WHERE node_id = ?
            """;

    static final RowChange JOIN =
            new RowChange.Replace(
                    "nodes",
                    List.of(
                            "node_id",
                            "life",
                            "address",
                            "group_ids",
                            "weight",
                            "placement_version",
                            "software",
                            "protocol",
                            "beat",
                            "clock"),
                    List.of("node_id"));

    static final RowChange BEAT =
            new RowChange.Update(
                    "nodes",
                    List.of(
                            "address",
                            "group_ids",
                            "weight",
                            "placement_version",
                            "software",
                            "protocol",
                            "beat",
                            "clock"),
                    List.of("node_id", "life"));

    static final RowChange DELETE = new RowChange.Delete("nodes", List.of("node_id", "life"));

    /** No group's name has one. */
    private static final String SEPARATOR = ",";

    private final Transactions transactions;
    private final String clock;
    private final String lock;
    private final Optional<String> beatAtOnce;

    SqlNodes(Transactions transactions, Dialect dialect) {
        this.transactions = transactions;
        this.clock = dialect.clock();
        this.lock = dialect.locked(FIND);
        this.beatAtOnce =
                dialect.returnsRows() ? Optional.of(beatReturningClock(dialect)) : Optional.empty();
    }

    /**
     * A beat as one statement. It goes by the key alone: whoever waits for another beat or for a
     * new life to be written looks again at what is there then.
     */
    static String beatReturningClock(Dialect dialect) {
        return "%s AND beat >= ? RETURNING (%s)".formatted(BEAT.oneRow(), dialect.clock());
    }

    @Override
    public void join(NodeRow node) {
        transactions.lives().live(node.incarnation());
        transactions.change(session -> session.change(JOIN, parameters -> bind(parameters, node)));
    }

    /**
     * The first beat on another history is refused: the node's row shows until when it is known.
     */
    @Override
    public Optional<Instant> beat(NodeRow node, long acknowledged) {
        var clock = transactions.write(session -> beatUnlessNew(session, node, acknowledged));
        if (clock.isEmpty()) {
            transactions.historyTold();
        }
        return clock;
    }

    private Optional<Instant> beatUnlessNew(Session session, NodeRow node, long acknowledged)
            throws SQLException {
        return transactions.hasNewHistory() ? Optional.empty() : beat(session, node, acknowledged);
    }

    private Optional<Instant> beat(Session session, NodeRow node, long acknowledged)
            throws SQLException {
        if (beatAtOnce.isPresent()) {
            return session.first(
                    beatAtOnce.get(),
                    parameters -> {
                        traits(node).to(parameters);
                        parameters.number(acknowledged);
                    },
                    Row::instant);
        }
        var row = lock(session, node.incarnation().node());
        if (row.filter(it -> isOfLife(it, node.incarnation()))
                .filter(it -> it.beat() >= acknowledged)
                .isEmpty()) {
            return Optional.empty();
        }
        session.change(BEAT, traits(node));
        return Optional.of(clock(session));
    }

    private static Session.Bind traits(NodeRow node) {
        return parameters -> {
            bindTraits(parameters, node);
            bindName(parameters, node.incarnation());
        };
    }

    @Override
    public Members members() {
        return transactions.read(
                session -> new Members(session.list(ALL, _ -> {}, SqlNodes::node), clock(session)));
    }

    @Override
    public boolean evict(NodeRow seen) {
        return transactions.write(session -> evict(session, seen));
    }

    private boolean evict(Session session, NodeRow seen) throws SQLException {
        var current = lock(session, seen.incarnation().node());
        if (current.isEmpty() || !current.get().incarnation().equals(seen.incarnation())) {
            return true;
        }
        if (current.get().beat() != seen.beat()) {
            return false;
        }
        delete(session, seen.incarnation());
        return true;
    }

    @Override
    public boolean evictDisconnected(NodeRow seen) {
        return transactions.write(session -> evictDisconnected(session, seen));
    }

    private boolean evictDisconnected(Session session, NodeRow seen) throws SQLException {
        boolean isAsSeen =
                lock(session, seen.incarnation().node())
                        .filter(it -> it.incarnation().equals(seen.incarnation()))
                        .filter(it -> it.beat() == seen.beat())
                        .isPresent();
        if (!isAsSeen
                || transactions.isServerNew()
                || !transactions.lives().isFree(session, seen.incarnation())) {
            return false;
        }
        delete(session, seen.incarnation());
        return true;
    }

    @Override
    public void leave(Incarnation incarnation) {
        transactions.change(session -> leave(session, incarnation));
    }

    private void leave(Session session, Incarnation incarnation) throws SQLException {
        if (isThere(session, incarnation)) {
            delete(session, incarnation);
        }
    }

    private boolean isThere(Session session, Incarnation incarnation) throws SQLException {
        var row = lock(session, incarnation.node());
        return row.isPresent() && isOfLife(row.get(), incarnation);
    }

    private static boolean isOfLife(NodeRow row, Incarnation incarnation) {
        return row.incarnation().equals(incarnation);
    }

    private static void delete(Session session, Incarnation incarnation) throws SQLException {
        session.change(DELETE, parameters -> bindName(parameters, incarnation));
    }

    private Instant clock(Session session) throws SQLException {
        return session.first(clock, _ -> {}, Row::instant).orElseThrow();
    }

    /** Reads a row such that it stays so until the transaction ends. */
    private Optional<NodeRow> lock(Session session, NodeId node) throws SQLException {
        return session.first(lock, parameters -> parameters.text(node.value()), SqlNodes::node);
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
                .text(node.version().software())
                .number(node.version().protocol())
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
                version(row.optionalText(), row.integer()),
                row.number(),
                row.instant());
    }

    /** Nodes of before the columns were there write none. */
    private static NodeVersion version(Optional<String> software, int protocol) {
        return software.map(it -> new NodeVersion(it, protocol)).orElse(NodeVersion.UNTOLD);
    }
}
