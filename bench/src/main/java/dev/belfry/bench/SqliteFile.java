package dev.belfry.bench;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.sqlite.SqliteStoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** A database file of SQLite, to be opened as a store or, past it, as a plain connection. */
record SqliteFile(Path path) implements BenchDatabase {
    /** What the store gives its writer, and after how many pages it copies its log. */
    private static final int CACHE_KIB = 64 * 1024;

    private static final int LOG_PAGES = 4_096;

    @Override
    public TimerStore open() {
        return new SqliteStoreProvider().open("sqlite:" + path);
    }

    @Override
    public Connection durable() throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enableFullSync(true);
        config.setCacheSize(-CACHE_KIB);
        config.setWalAutocheckpoint(LOG_PAGES);
        config.setGetGeneratedKeys(false);
        var connection = config.createConnection(url());
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public String indexes() {
        return """
        SELECT name, sql FROM sqlite_schema
        WHERE type = 'index' AND tbl_name = 'timers' AND sql IS NOT NULL
        """;
    }

    @Override
    public RawTimers rows(Connection connection, int batch) throws SQLException {
        return new BatchedRawTimers(connection);
    }

    @Override
    public Connection careless() throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
        config.setCacheSize(-4 * CACHE_KIB);
        config.setGetGeneratedKeys(false);
        var connection = config.createConnection(url());
        connection.setAutoCommit(false);
        return connection;
    }

    private String url() {
        return "jdbc:sqlite:" + path;
    }

    long bytes() throws IOException {
        return Files.size(path);
    }

    @Override
    public void remove() throws IOException {
        for (var ending : new String[] {"", "-wal", "-shm", ".lock"}) {
            Files.deleteIfExists(path.resolveSibling(path.getFileName() + ending));
        }
    }
}
