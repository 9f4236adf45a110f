package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.TestServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Ways to read pages and to write rows on PostgreSQL, beside each other. To be started by hand; the
 * figures are in docs/decisions/0016-postgresql.md.
 */
public final class Measurements {
    private static final int ROUNDS = 40;
    private static final int ROWS = 1_000;

    private static final String PLAIN =
            "SELECT k, at, payload FROM {table} WHERE k = ? ORDER BY k, at LIMIT ?";

    private static final String SUMMED =
            """
            SELECT k, at, payload
            FROM (SELECT k, at, payload, sum(octet_length(payload)) OVER (
                    ORDER BY at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
                FROM {table} WHERE k = ? ORDER BY at LIMIT ?) AS first_rows
            WHERE before IS NULL OR before < 8000000
            ORDER BY at
            """;

    private final Connection connection;

    private Measurements(Connection connection) {
        this.connection = connection;
    }

    public static void main(String[] args) throws Exception {
        try (var connection =
                DriverManager.getConnection(TestServer.url("postgres") + "&prepareThreshold=1")) {
            var measurements = new Measurements(connection);
            for (int size : new int[] {300, 10_000}) {
                System.out.printf("%n%,d rows, payloads of %,d bytes%n", ROWS, size);
                measurements.of(payload(size));
            }
        }
    }

    /** Text that compresses about as well as JSON does. */
    private static byte[] payload(int size) {
        var random = new SplittableRandom(7);
        var text = new StringBuilder();
        while (text.length() < size) {
            text.append("{\"order\":").append(random.nextLong(1L << 40)).append("},");
        }
        return text.substring(0, size).getBytes(StandardCharsets.UTF_8);
    }

    private void of(byte[] payload) throws SQLException {
        for (var type : new String[] {"bytea", "text"}) {
            run(
                    "CREATE TEMP TABLE rows_of_%1$s (k bigint, at bigint, payload %1$s)"
                            .formatted(type),
                    "CREATE INDEX ON rows_of_%s (k, at)".formatted(type));
        }
        insert("batch of rows, bytea", "bytea", payload, this::batch);
        insert("arrays, bytea", "bytea", payload, this::arrays);
        insert("batch of rows, text", "text", payload, this::batch);
        insert("arrays, text", "text", payload, this::arrays);
        run("ANALYZE rows_of_bytea", "ANALYZE rows_of_text");
        for (var type : new String[] {"bytea", "text"}) {
            var table = "rows_of_" + type;
            page(type + ", page", PLAIN.replace("{table}", table), type, 0);
            page(type + ", page with a sum of bytes", SUMMED.replace("{table}", table), type, 0);
            page(type + ", page by a cursor of 100", PLAIN.replace("{table}", table), type, 100);
            run("DROP TABLE " + table);
        }
    }

    private void run(String... statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** One way to write rows. */
    private interface Insert {
        void rows(String type, int k, byte[] payload) throws SQLException;
    }

    private void insert(String name, String type, byte[] payload, Insert insert)
            throws SQLException {
        connection.setAutoCommit(false);
        var micros = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            insert.rows(type, round, payload);
            connection.commit();
            micros[round] = (System.nanoTime() - start) / 1e3 / ROWS;
        }
        connection.setAutoCommit(true);
        report(name + ", us a row", micros);
    }

    private void batch(String type, int k, byte[] payload) throws SQLException {
        try (var statement =
                connection.prepareStatement(
                        "INSERT INTO rows_of_%s VALUES (?, ?, ?)".formatted(type))) {
            for (int at = 0; at < ROWS; at++) {
                statement.setLong(1, k);
                statement.setLong(2, at);
                set(statement, type, payload);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void set(PreparedStatement statement, String type, byte[] payload)
            throws SQLException {
        if (type.equals("bytea")) {
            statement.setBytes(3, payload);
        } else {
            statement.setString(3, new String(payload, StandardCharsets.UTF_8));
        }
    }

    private void arrays(String type, int k, byte[] payload) throws SQLException {
        var ks = new Long[ROWS];
        var ats = new Long[ROWS];
        var payloads = type.equals("bytea") ? new byte[ROWS][] : new String[ROWS];
        for (int at = 0; at < ROWS; at++) {
            ks[at] = (long) k;
            ats[at] = (long) at;
            payloads[at] =
                    type.equals("bytea") ? payload : new String(payload, StandardCharsets.UTF_8);
        }
        try (var statement =
                connection.prepareStatement(
                        "INSERT INTO rows_of_%s SELECT * FROM unnest(?, ?, ?)".formatted(type))) {
            statement.setArray(1, connection.createArrayOf("bigint", ks));
            statement.setArray(2, connection.createArrayOf("bigint", ats));
            statement.setArray(3, connection.createArrayOf(type, payloads));
            statement.executeUpdate();
        }
    }

    private void page(String name, String sql, String type, int fetchSize) throws SQLException {
        connection.setAutoCommit(fetchSize == 0);
        var micros = new double[ROUNDS];
        try (var statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(fetchSize);
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                read(statement, type, round);
                if (fetchSize > 0) {
                    connection.commit();
                }
                micros[round] = (System.nanoTime() - start) / 1e3;
            }
        }
        connection.setAutoCommit(true);
        report(name + ", us a page", micros);
    }

    private static void read(PreparedStatement statement, String type, int k) throws SQLException {
        statement.setLong(1, k);
        statement.setLong(2, ROWS);
        int read = 0;
        try (var result = statement.executeQuery()) {
            while (result.next()) {
                read +=
                        type.equals("bytea")
                                ? result.getBytes(3).length
                                : result.getString(3).getBytes(StandardCharsets.UTF_8).length;
            }
        }
        if (read == 0) {
            throw new IllegalStateException("nothing was read");
        }
    }

    private static void report(String name, double[] values) {
        Arrays.sort(values);
        System.out.printf(
                "%-44s median %8.1f  best %8.1f%n", name, values[ROUNDS / 2], values[ROUNDS / 10]);
    }
}
