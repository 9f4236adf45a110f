package dev.belfry.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fills a new database with very many timers: rows are appended in order of the table's own key,
 * and the indexes are built afterwards. For benchmarks only: it writes past the store.
 */
final class BulkLoader {
    private static final int ROWS_PER_BATCH = 10_000;
    private static final long NANOS_BETWEEN_SIGNS = 5_000_000_000L;

    private final BenchDatabase database;
    private final LoadPlan plan;
    private final boolean talks;
    private final long start = System.nanoTime();
    private long lastSign = start;

    /**
     * @param talks whether to show how far it is
     */
    BulkLoader(BenchDatabase database, LoadPlan plan, boolean talks) {
        this.database = database;
        this.plan = plan;
        this.talks = talks;
    }

    private record Index(String name, String sql) {}

    void load() throws SQLException {
        database.create();
        try (var connection = database.careless()) {
            var indexes = indexes(connection, database.indexes());
            for (var index : indexes) {
                run(connection, "DROP INDEX " + index.name());
            }
            insert(connection);
            for (var index : indexes) {
                run(connection, index.sql());
                say("%s is built", index.name());
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
        try (var rows = database.rows(connection, ROWS_PER_BATCH)) {
            for (long number = 0; number < plan.timers(); number++) {
                rows.add(plan.timer(number));
                if ((number + 1) % ROWS_PER_BATCH == 0) {
                    rows.flush();
                    signOfLife(number + 1);
                }
            }
            rows.flush();
        }
        connection.commit();
    }

    private void signOfLife(long rows) {
        if (System.nanoTime() - lastSign > NANOS_BETWEEN_SIGNS) {
            lastSign = System.nanoTime();
            say("%,d of %,d timers", rows, plan.timers());
        }
    }

    private void say(String format, Object... values) {
        if (talks) {
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            System.out.printf("%4d s: %s%n", seconds, String.format(Locale.ROOT, format, values));
        }
    }
}
