package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.belfry.core.store.StoreException;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from a URL to a session in a keyspace that can be used. Several nodes may take them at
 * the same time.
 */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    /** Decided among all data centres: two that differ are to meet here. */
    private static final String REMEMBER =
            """
            INSERT INTO settings (name, value) VALUES (?, ?) IF NOT EXISTS
            """;

    private static final String SERVER_SETTING =
            """
            SELECT value FROM system_views.settings WHERE name = ?
            """;

    private static final int NODES_FOR_SAFETY = 3;

    private final StoreUrl url;

    Opening(StoreUrl url) {
        this.url = url;
    }

    CqlSession session() {
        var session = Connecting.connect(url);
        try {
            requireKeyspace(session);
            session.execute("USE " + url.keyspace());
            createTables(session);
            requireKnownVersion(session);
            requireSameDataCenter(session);
            requireRoomForBatches(session);
            warnOfWeakSettings(session);
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
            session.execute(
                    """
                    CREATE KEYSPACE IF NOT EXISTS %s
                    WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}
                    """
                            .formatted(url.keyspace(), url.dataCenter(), url.replication()));
            requireAgreement(session);
        }
        if (!replication(session).orElse("0").matches("[1-9].*")) {
            throw new StoreException.Rejected(
                    "the keyspace %s has no replicas in the data centre %s: alter its replication, or name another dc"
                            .formatted(url.keyspace(), url.dataCenter()));
        }
    }

    private void requireEnoughNodes(CqlSession session) {
        long nodes =
                session.getMetadata().getNodes().values().stream()
                        .filter(node -> url.dataCenter().equals(node.getDatacenter()))
                        .count();
        if (nodes < url.replication()) {
            throw new StoreException.Rejected(
                    "the data centre %s has %d nodes and can not hold %d replicas: name another dc, or say replication=%d"
                            .formatted(
                                    url.dataCenter(),
                                    nodes,
                                    url.replication(),
                                    Math.max(1, nodes)));
        }
    }

    /** Replicas in the data centre of this store, if the keyspace is there. */
    private Optional<String> replication(CqlSession session) {
        return session.getMetadata()
                .getKeyspace(url.keyspace())
                .map(keyspace -> keyspace.getReplication().getOrDefault(url.dataCenter(), "0"));
    }

    private void createTables(CqlSession session) {
        for (var table : Tables.all()) {
            boolean there =
                    session.getMetadata()
                            .getKeyspace(url.keyspace())
                            .flatMap(keyspace -> keyspace.getTable(table.name()))
                            .isPresent();
            if (!there) {
                session.execute(table.createIn(url.keyspace()));
            }
        }
        requireAgreement(session);
    }

    private static void requireAgreement(CqlSession session) {
        if (!session.checkSchemaAgreement()) {
            throw new StoreException.Unavailable(
                    "the servers do not agree on the schema yet: try again");
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

    /** The value that stands from now on: this one, or the one that was there. */
    private static String remember(CqlSession session, String name, String value) {
        var answer =
                session.execute(
                        SimpleStatement.newInstance(REMEMBER, name, value)
                                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                                .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL));
        return answer.wasApplied()
                ? value
                : TimerColumns.text(Objects.requireNonNull(answer.one()), "value");
    }

    private static void requireRoomForBatches(CqlSession session) {
        setting(session, "max_mutation_size")
                .flatMap(Opening::bytes)
                .filter(bytes -> bytes < 2 * CassandraTimerStore.BYTES_PER_SHARD)
                .ifPresent(
                        bytes -> {
                            throw new StoreException.Rejected(
                                    "the servers take writes of %d bytes at most: set max_mutation_size to 2MiB or more"
                                            .formatted(bytes));
                        });
    }

    /** What keeps working, but may lose what was acknowledged, or stop when one server stops. */
    private void warnOfWeakSettings(CqlSession session) {
        var sync = setting(session, "commitlog_sync").orElse("unknown");
        if (!sync.equals("batch") && !sync.equals("group")) {
            LOG.atWarn()
                    .addKeyValue("commitlog_sync", sync)
                    .log("a power cut of all replicas at once can lose acknowledged timers");
        }
        var replicas = replication(session).orElse("0");
        if (Integer.parseInt(replicas.replaceAll("/.*", "")) < NODES_FOR_SAFETY) {
            LOG.atWarn()
                    .addKeyValue("replication", replicas)
                    .log("the store stops when one server stops");
        }
    }

    /** A setting of the server that answers, where it shows its settings. */
    private static Optional<String> setting(CqlSession session, String name) {
        try {
            return Optional.ofNullable(
                            session.execute(SimpleStatement.newInstance(SERVER_SETTING, name))
                                    .one())
                    .map((Row row) -> row.getString("value"));
        } catch (com.datastax.oss.driver.api.core.servererrors.QueryValidationException e) {
            LOG.atDebug().setCause(e).log("the server does not show its settings");
            return Optional.empty();
        }
    }

    private static Optional<Long> bytes(String size) {
        var matcher = java.util.regex.Pattern.compile("(\\d+)(B|KiB|MiB|GiB)").matcher(size);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int shift =
                switch (matcher.group(2)) {
                    case "KiB" -> 10;
                    case "MiB" -> 20;
                    case "GiB" -> 30;
                    default -> 0;
                };
        return Optional.of(Long.parseLong(matcher.group(1)) << shift);
    }
}
