package dev.belfry.bench.floors;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.postgres.PostgresStoreProvider;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables in a database of PostgreSQL.
 *
 * @param url of the database, with a question mark in it
 */
record PostgresTables(String url) implements TimerTables {
    @Override
    public TimerStore open() {
        return new PostgresStoreProvider().open(url);
    }

    /**
     * A connection as durable as the store's own. Each statement is a transaction of its own, which
     * saves a round trip. Statements are prepared at once and planned as the store's are.
     */
    Connection durable() throws SQLException {
        return DriverManager.getConnection(
                url
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
                        url + "&options=-csynchronous_commit=off%20-cmaintenance_work_mem=512MB");
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public RawInserts inserts(Connection connection, int batch) throws SQLException {
        return batch == 1 ? new SingleInserts(connection) : new ArrayInserts(connection);
    }

    @Override
    public String indexes() {
        return """
        SELECT indexname, indexdef FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename = 'timers'
        """;
    }
}
