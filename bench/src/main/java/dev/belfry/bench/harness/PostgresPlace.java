package dev.belfry.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server of PostgreSQL that all contenders share, on this machine.
 *
 * @param url of a database whose user may make others
 */
public record PostgresPlace(String url, long pid) implements StockPlace {
    private static final String VARIABLE = "BELFRY_TEST_POSTGRES_BENCH_URL";

    /** Of the system's clock in which it counts CPU time. */
    private static final long TICKS_PER_SECOND = 100;

    /** What a query gives. */
    private interface Given<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The one that {@code make bench} starts. */
    public static PostgresPlace open() throws SQLException {
        var url = System.getenv(VARIABLE);
        if (url == null) {
            throw new IllegalStateException(VARIABLE + " names no server: use make bench");
        }
        if (!query(url, "SHOW fsync", row -> row.getString(1)).equals("on")) {
            throw new IllegalStateException("fsync is off on " + VARIABLE);
        }
        return new PostgresPlace(
                url, query(url, "SELECT pg_backend_pid()", row -> parent(row.getLong(1))));
    }

    /** While a connection is open, the process that serves it has the server as its parent. */
    private static long parent(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .map(ProcessHandle::pid)
                .orElseThrow(() -> new IllegalStateException("the server is not on this machine"));
    }

    private static <T> T query(String url, String sql, Given<T> given) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return given.of(result);
        }
    }

    @Override
    public String fresh(String name) throws SQLException {
        return make(name, "");
    }

    @Override
    public String copy(String from, String name) throws SQLException {
        return make(name, " TEMPLATE " + from + " STRATEGY FILE_COPY");
    }

    private String make(String name, String how) throws SQLException {
        drop(name);
        run(url, "CREATE DATABASE " + name + how);
        run(url, "CHECKPOINT");
        return url.replaceFirst("/[^/?]*\\?", "/" + name + "?");
    }

    @Override
    public void drop(String name) throws SQLException {
        run(url, "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
    }

    @Override
    public void tidy(String database) throws SQLException {
        run(database, "VACUUM ANALYZE");
    }

    private static void run(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public long bytes(String database) throws SQLException {
        return query(
                database,
                """
                SELECT sum(pg_total_relation_size(relid)) FROM pg_catalog.pg_statio_user_tables
                """,
                row -> row.getLong(1));
    }

    @Override
    public boolean seesAll() {
        return true;
    }

    @Override
    public Optional<Reading> read() throws IOException, SQLException {
        var cpu = cpu();
        return Optional.of(
                query(
                        url,
                        """
                        SELECT txid_snapshot_xmax(txid_current_snapshot()),
                            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
                        """,
                        row -> new Reading(cpu, row.getLong(1), row.getLong(2))));
    }

    /** The CPU time of all its processes, those that ended among them. */
    Duration cpu() throws IOException {
        long ticks = ticks(pid, true);
        var children = Files.readString(Path.of("/proc/%d/task/%d/children".formatted(pid, pid)));
        for (var child : children.strip().split(" ")) {
            ticks += ticks(Long.parseLong(child), false);
        }
        return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
    }

    /** Nothing of a process that has just ended: its time is its parent's then. */
    private static String stat(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat"));
        } catch (IOException _) {
            return "";
        }
    }

    /** User and system time, which come after the state; those of ended children follow them. */
    private static long ticks(long pid, boolean withChildren) {
        var text = stat(pid);
        if (text.isEmpty()) {
            return 0;
        }
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return Stream.of(fields)
                .skip(11)
                .limit(withChildren ? 4 : 2)
                .mapToLong(Long::parseLong)
                .sum();
    }
}
