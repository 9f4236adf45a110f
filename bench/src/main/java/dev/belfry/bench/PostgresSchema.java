package dev.belfry.bench;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.postgres.PostgresStoreProvider;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A schema on a server of PostgreSQL.
 *
 * @param server the URL of a database, with a question mark in it
 */
record PostgresSchema(String server, String name) implements BenchDatabase {
    @Override
    public TimerStore open() {
        return new PostgresStoreProvider().open(url());
    }

    /**
     * Each statement is a transaction of its own, which saves a round trip. Statements are prepared
     * at once and planned as the store's are.
     */
    @Override
    public Connection durable() throws SQLException {
        return DriverManager.getConnection(
                url()
                        + "&prepareThreshold=1&options="
                        + Stream.of("seqscan", "hashjoin", "mergejoin", "bitmapscan", "memoize")
                                .map("-cenable_%s=off%%20"::formatted)
                                .collect(Collectors.joining())
                        + "-cplan_cache_mode=force_generic_plan");
    }

    @Override
    public Connection careless() throws SQLException {
        var connection =
                DriverManager.getConnection(
                        url() + "&options=-csynchronous_commit=off%20-cmaintenance_work_mem=512MB");
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public RawTimers rows(Connection connection, int batch) throws SQLException {
        return batch == 1 ? new BatchedRawTimers(connection) : new ArrayRawTimers(connection);
    }

    @Override
    public String indexes() {
        return """
        SELECT indexname, indexdef FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename = 'timers'
        """;
    }

    String url() {
        return server + "&currentSchema=" + name;
    }

    @Override
    public void remove() throws SQLException {
        try (var connection = DriverManager.getConnection(server);
                var statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS %s CASCADE".formatted(name));
        }
    }
}
