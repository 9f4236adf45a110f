package dev.belfry.bench.floors;

import dev.belfry.bench.harness.Notes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Fills a new database with very many timers: rows are appended in order of the table's own key,
 * and the indexes are built afterwards. For benchmarks only: it writes past the store.
 */
public record BulkLoader(TimerTables tables, LoadPlan plan, Notes notes) {
    private static final int ROWS_PER_BATCH = 10_000;

    /** After so many rows it says how far it is. */
    private static final int ROWS_BETWEEN_SIGNS = 1_000_000;

    private record Index(String name, String sql) {}

    /** Its tables must be there. */
    public void load() throws SQLException {
        try (var connection = tables.careless()) {
            var indexes = indexes(connection, tables.indexes());
            for (var index : indexes) {
                run(connection, "DROP INDEX " + index.name());
            }
            insert(connection);
            for (var index : indexes) {
                run(connection, index.sql());
                notes.say("%s is built", index.name());
            }
        }
    }

    private static List<Index> indexes(Connection connection, String query) throws SQLException {
        var indexes = new ArrayList<Index>();
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            while (result.next()) {
                indexes.add(new Index(result.getString(1), result.getString(2)));
            }
        }
        return indexes;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
        connection.commit();
    }

    private void insert(Connection connection) throws SQLException {
        try (var rows = tables.inserts(connection, ROWS_PER_BATCH)) {
            for (long number = 0; number < plan.timers(); number++) {
                rows.add(plan.timer(number));
                if ((number + 1) % ROWS_PER_BATCH == 0) {
                    rows.flush();
                }
                if ((number + 1) % ROWS_BETWEEN_SIGNS == 0) {
                    notes.say("%,d of %,d timers", number + 1, plan.timers());
                }
            }
            rows.flush();
        }
        connection.commit();
    }
}
