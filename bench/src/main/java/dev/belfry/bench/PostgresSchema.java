package dev.belfry.bench;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.postgres.PostgresStoreProvider;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

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

    /** Statements are prepared at once, as the store does. */
    @Override
    public Connection durable() throws SQLException {
        var connection = DriverManager.getConnection(url() + "&prepareThreshold=1");
        connection.setAutoCommit(false);
        return connection;
    }

    /** Rows of a batch go in one statement. */
    @Override
    public Connection careless() throws SQLException {
        var connection =
                DriverManager.getConnection(
                        url()
                                + "&reWriteBatchedInserts=true"
                                + "&options=-csynchronous_commit=off%20-cmaintenance_work_mem=512MB");
        connection.setAutoCommit(false);
        return connection;
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
