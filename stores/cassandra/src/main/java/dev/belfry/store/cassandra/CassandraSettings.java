package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.belfry.core.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of servers that promises rest on, where they show them. */
final class CassandraSettings {
    private static final Logger LOG = LoggerFactory.getLogger(CassandraSettings.class);

    private static final String SETTING =
            """
            SELECT value FROM system_views.settings WHERE name = ?
            """;

    private final CqlSession session;

    CassandraSettings(CqlSession session) {
        this.session = session;
    }

    void requireRoomForBatches(Node node) {
        setting(node, "max_mutation_size")
                .flatMap(CassandraSettings::bytes)
                .filter(bytes -> bytes < 2 * CassandraTimerStore.BYTES_PER_SHARD)
                .ifPresent(
                        bytes -> {
                            throw new StoreException.Rejected(
                                    "the servers take writes of %d bytes at most: set max_mutation_size to 2MiB or more"
                                            .formatted(bytes));
                        });
    }

    /**
     * Servers that write their log later than they acknowledge, which lost a delete when all were
     * killed together.
     */
    Optional<String> weakness(List<Node> nodes) {
        var late = nodes.stream().filter(this::logsLater).map(CassandraSettings::address).toList();
        return late.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "commitlog_sync is periodic on %s: a power cut of all replicas at once loses timers and deletes that were acknowledged; set it to group or batch"
                                .formatted(String.join(", ", late)));
    }

    private boolean logsLater(Node node) {
        return setting(node, "commitlog_sync").filter("periodic"::equals).isPresent();
    }

    private static String address(Node node) {
        return node.getBroadcastAddress()
                .map(it -> it.getAddress().getHostAddress())
                .orElseGet(() -> node.getEndPoint().toString());
    }

    private Optional<String> setting(Node node, String name) {
        try {
            return Optional.ofNullable(
                            session.execute(
                                            SimpleStatement.newInstance(SETTING, name)
                                                    .setNode(node))
                                    .one())
                    .map((Row row) -> row.getString("value"));
        } catch (QueryValidationException e) {
            LOG.atDebug().setCause(e).log("the server does not show its settings");
            return Optional.empty();
        }
    }

    private static Optional<Long> bytes(String size) {
        var matcher = Pattern.compile("(\\d+)(B|KiB|MiB|GiB)").matcher(size);
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
