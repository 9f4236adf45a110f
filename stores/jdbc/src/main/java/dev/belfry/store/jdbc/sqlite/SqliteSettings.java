package dev.belfry.store.jdbc.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * How connections to a database file are set up; docs/decisions/0012-sqlite-settings.md says why.
 */
final class SqliteSettings {
    /** Only a foreign process, such as a shell, ever makes a connection wait. */
    private static final Duration BUSY = Duration.ofSeconds(5);

    private static final int WRITER_CACHE_KIB = 64 * 1024;
    private static final int READER_CACHE_KIB = 8 * 1024;

    /** A log that grew beyond this, behind a long read, shrinks again. */
    private static final int LARGEST_IDLE_LOG_BYTES = 128 << 20;

    private final String url;

    SqliteSettings(Path database) {
        this.url = "jdbc:sqlite:" + database;
    }

    Connection writer() throws SQLException {
        return open(config(WRITER_CACHE_KIB));
    }

    Connection reader() throws SQLException {
        return open(config(READER_CACHE_KIB));
    }

    SQLiteDataSource dataSource() {
        var source = new SQLiteDataSource(config(READER_CACHE_KIB));
        source.setUrl(url);
        return source;
    }

    /**
     * Transactions are begun and ended by statements. The driver is told that it is in one: outside
     * of one it runs a BEGIN and a COMMIT of its own after many a statement, and its own commit
     * begins the next transaction at once.
     */
    private Connection open(SQLiteConfig config) throws SQLException {
        var connection = config.createConnection(url);
        try (var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("COMMIT");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static SQLiteConfig config(int cacheKib) {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enableFullSync(true);
        config.setBusyTimeout((int) BUSY.toMillis());
        config.setCacheSize(-cacheKib);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setWalAutocheckpoint(0);
        config.setJournalSizeLimit(LARGEST_IDLE_LOG_BYTES);
        config.setGetGeneratedKeys(false);
        return config;
    }
}
