package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import dev.belfry.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from a URL to a session in a keyspace that can be used. Several nodes may take them at
 * the same time.
 */
final class CassandraOpening {
    private static final Logger LOG = LoggerFactory.getLogger(CassandraOpening.class);

    /** Decided among all data centres: two that differ are to meet here. */
    private static final String REMEMBER =
            """
            INSERT INTO settings (name, value) VALUES (?, ?) IF NOT EXISTS
            """;

    private static final String RECALL =
            """
            SELECT value FROM settings WHERE name = ?
            """;

    private static final String REPLICATION =
            """
            SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?
            """;

    private static final String TABLES =
            """
            SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?
            """;

    private static final String COLUMNS =
            """
            SELECT column_name FROM system_schema.columns
            WHERE keyspace_name = ?
            """;

    private static final int NODES_FOR_SAFETY = 3;
    private static final Duration LONGEST_SPREADING = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final CassandraUrl url;

    CassandraOpening(CassandraUrl url) {
        this.url = url;
    }

    CqlSession session() {
        var session = Connecting.connect(url);
        try {
            requireDataCenter(session);
            requireKeyspace(session);
            createTables(session);
            awaitTables(session);
            session.execute("USE " + url.keyspace());
            refreshRouting(session);
            requireKnownVersion(session);
            requireSameDataCenter(session);
            new CassandraSettings(session).requireRoomForBatches(speaker(session));
            return session;
        } catch (StoreException e) {
            session.close();
            throw e;
        } catch (RuntimeException e) {
            session.close();
            throw CqlErrors.ofRead(e);
        }
    }

    private void requireKeyspace(CqlSession session) {
        if (replication(session).isEmpty()) {
            requireEnoughNodes(session);
            define(
                    session,
                    """
                    CREATE KEYSPACE IF NOT EXISTS %s
                    WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}
                    """
                            .formatted(url.keyspace(), url.dataCenter(), url.replication()));
        }
        if (!replication(session).orElse("0").matches("[1-9].*")) {
            throw new StoreException.Rejected(
                    "the keyspace %s has no replicas in the data centre %s: alter its replication, or name another dc"
                            .formatted(url.keyspace(), url.dataCenter()));
        }
    }

    private void requireDataCenter(CqlSession session) {
        if (nodes(session).findAny().isEmpty()) {
            var known =
                    session.getMetadata().getNodes().values().stream()
                            .map(Node::getDatacenter)
                            .filter(Objects::nonNull)
                            .collect(Collectors.toCollection(TreeSet::new));
            throw new StoreException.Rejected(
                    "there is no data centre %s: say dc= with one of %s"
                            .formatted(url.dataCenter(), known));
        }
    }

    private void requireEnoughNodes(CqlSession session) {
        long nodes = nodes(session).count();
        if (nodes < url.replication()) {
            throw new StoreException.Rejected(
                    "the data centre %s has %d nodes and can not hold %d replicas: say replication=%d"
                            .formatted(url.dataCenter(), nodes, url.replication(), nodes));
        }
    }

    private Stream<Node> nodes(CqlSession session) {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> url.dataCenter().equals(node.getDatacenter()));
    }

    /** One that is said to be up may have died a moment ago: a connection says more. */
    private Stream<Node> reachable(CqlSession session) {
        return nodes(session).filter(node -> node.getOpenConnections() > 0);
    }

    /** Replicas in the data centre of this store, if the keyspace is there. */
    private Optional<String> replication(CqlSession session) {
        return define(session, REPLICATION, url.keyspace()).stream()
                .findFirst()
                .map(row -> row.getMap("replication", String.class, String.class))
                .map(replicas -> replicas.getOrDefault(url.dataCenter(), "0"));
    }

    private void createTables(CqlSession session) {
        var there =
                define(session, TABLES, url.keyspace()).stream()
                        .map(row -> CassandraTimerColumns.text(row, "table_name"))
                        .collect(Collectors.toSet());
        Tables.all().stream()
                .filter(table -> !there.contains(table.name()))
                .forEach(table -> define(session, table.createIn(url.keyspace())));
        if (!hasAddedColumns(session)) {
            Tables.additions(url.keyspace()).forEach(it -> define(session, it));
        }
    }

    /** Asked first, because every change of the schema holds up all servers. */
    private boolean hasAddedColumns(CqlSession session) {
        return define(session, COLUMNS, url.keyspace()).stream()
                .map(row -> CassandraTimerColumns.text(row, "column_name"))
                .collect(Collectors.toSet())
                .containsAll(Tables.ADDED_COLUMNS);
    }

    /** All talk about the schema goes to one server: others hear of a change later. */
    private List<Row> define(CqlSession session, String text, Object... values) {
        var statement = SimpleStatement.newInstance(text, values).setTimeout(LONGEST_SPREADING);
        return session.execute(statement.setNode(speaker(session))).all();
    }

    private Node speaker(CqlSession session) {
        return reachable(session)
                .findFirst()
                .orElseThrow(
                        () ->
                                new StoreException.Unavailable(
                                        "no server of %s is up".formatted(url.dataCenter())));
    }

    /**
     * Waits until every server that can be reached has all tables. The driver's own look at the
     * schema's versions is not enough: before the news has spread, all but one server agree on the
     * old one.
     */
    private void awaitTables(CqlSession session) {
        long end = System.nanoTime() + LONGEST_SPREADING.toNanos();
        for (var node : nodes(session).toList()) {
            while (!hasAllTables(session, node)) {
                if (System.nanoTime() - end > 0) {
                    throw new StoreException.Unavailable(
                            "the servers do not agree on the schema yet: try again");
                }
                pauseBriefly();
            }
        }
    }

    private boolean hasAllTables(CqlSession session, Node node) {
        try {
            for (var look : Tables.looks(url.keyspace())) {
                session.execute(SimpleStatement.newInstance(look).setNode(node));
            }
            return true;
        } catch (CoordinatorException | DriverTimeoutException e) {
            // Also an internal error: a server may name a table that its neighbours do not know.
            LOG.atDebug().addKeyValue("node", node).setCause(e).log("does not show all tables yet");
            return false;
        } catch (AllNodesFailedException e) {
            LOG.atDebug().addKeyValue("node", node).setCause(e).log("can not be reached");
            return true;
        }
    }

    private static void pauseBriefly() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("interrupted", e);
        }
    }

    /** The driver knows which server has which row only of keyspaces that it has seen. */
    private void refreshRouting(CqlSession session) {
        if (session.refreshSchema().getKeyspace(url.keyspace()).isEmpty()) {
            throw new StoreException.Unavailable(
                    "the keyspace %s is not to be seen yet: try again".formatted(url.keyspace()));
        }
    }

    private void requireKnownVersion(CqlSession session) {
        var version = remember(session, "schema_version", Integer.toString(Tables.VERSION));
        if (Integer.parseInt(version) > Tables.VERSION) {
            throw new StoreException.Rejected(
                    "the tables of %s have version %s, and this Belfry knows only %d: use a newer one"
                            .formatted(url.keyspace(), version, Tables.VERSION));
        }
    }

    /**
     * Conditions that are decided in two data centres, each for itself, do not exclude each other.
     */
    private void requireSameDataCenter(CqlSession session) {
        var known = remember(session, "data_center", url.dataCenter());
        if (!known.equals(url.dataCenter())) {
            throw new StoreException.Rejected(
                    "%s is written through the data centre %s and can not be opened in %s: say dc=%s"
                            .formatted(url.keyspace(), known, url.dataCenter(), known));
        }
    }

    /**
     * The value that stands from now on: this one, or the one that was there. It never changes, so
     * that a look in the own data centre is enough once it is there; only the first opening needs
     * all of them.
     */
    private static String remember(CqlSession session, String name, String value) {
        return session
                .execute(
                        SimpleStatement.newInstance(RECALL, name)
                                .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM))
                .all()
                .stream()
                .findFirst()
                .map(row -> CassandraTimerColumns.text(row, "value"))
                .orElseGet(() -> decide(session, name, value));
    }

    private static String decide(CqlSession session, String name, String value) {
        var answer =
                session.execute(
                        SimpleStatement.newInstance(REMEMBER, name, value)
                                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL));
        return answer.wasApplied()
                ? value
                : CassandraTimerColumns.text(Objects.requireNonNull(answer.one()), "value");
    }

    /** What keeps working, but may lose what was acknowledged, or stop when one server stops. */
    Optional<String> weakness(CqlSession session) {
        var late = new CassandraSettings(session).weakness(reachable(session).toList());
        var replicas = replication(session).orElse("0");
        if (Integer.parseInt(replicas.replaceAll("/.*", "")) >= NODES_FOR_SAFETY) {
            return late;
        }
        var few = "replication is %s: the store stops when one server stops".formatted(replicas);
        return Optional.of(late.map(it -> it + "; " + few).orElse(few));
    }
}
