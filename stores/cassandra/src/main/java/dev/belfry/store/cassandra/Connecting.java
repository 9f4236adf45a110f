package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import dev.belfry.core.store.StoreException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** A session of the driver, set up for this store. */
final class Connecting {
    /** The profile of what may be sent again: reads, and nothing else. */
    static final String READS = "reads";

    /** Longer than the servers' own limits, so that it is they who say what happened. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    /** A server that was away is used again soon: two seconds without a beat stop a node. */
    private static final Duration LONGEST_AWAY = Duration.ofSeconds(5);

    private Connecting() {}

    static CqlSession connect(CassandraUrl url) {
        var builder =
                CqlSession.builder()
                        .withLocalDatacenter(url.dataCenter())
                        .withConfigLoader(settings(url));
        for (var host : url.hosts()) {
            builder.addContactPoint(resolved(host));
        }
        url.credentials()
                .ifPresent(known -> builder.withAuthCredentials(known.user(), known.password()));
        url.tls().ifPresent(tls -> builder.withSslEngineFactory(tls.engines()));
        try {
            return builder.build();
        } catch (AllNodesFailedException e) {
            throw CqlErrors.ofRead(e);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new StoreException.Rejected("the driver refuses: " + e.getMessage(), e);
        }
    }

    /**
     * Nothing is sent twice unless it only reads; nothing is sent to two servers at once; no clock
     * of this node stamps a row.
     */
    static DriverConfigLoader settings(CassandraUrl url) {
        return DriverConfigLoader.programmaticBuilder()
                // In version 5 a conditional write that times out has a number more in its answer.
                // The
                // driver does not read it, loses its place and closes the connection: whatever
                // else was under way there gets no answer either.
                .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NeverRetry.class)
                .withClass(
                        DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS,
                        ServerSideTimestampGenerator.class)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, LONGEST_AWAY)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(5))
                .withStringList(
                        DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
                        List.of(url.keyspace()))
                .withBoolean(DefaultDriverOption.REQUEST_WARN_IF_SET_KEYSPACE, false)
                // They would show the values of a statement, and so payloads.
                .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false)
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .startProfile(READS)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, DefaultRetryPolicy.class)
                .endProfile()
                .build();
    }

    private static InetSocketAddress resolved(CassandraUrl.Host host) {
        var address = new InetSocketAddress(host.name(), host.port());
        if (address.isUnresolved()) {
            throw new StoreException.Unavailable("the host %s is unknown".formatted(host.name()));
        }
        return address;
    }
}
