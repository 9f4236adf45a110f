package dev.belfry.bench.floors;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.sqlite.SqliteStoreProvider;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** The tables in a file of SQLite. */
record SqliteTables(String url) implements TimerTables {
    private static final int CACHE_KIB = 256 * 1024;

    @Override
    public TimerStore open() {
        return new SqliteStoreProvider().open(url);
    }

    @Override
    public Connection careless() throws SQLException {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
        config.setCacheSize(-CACHE_KIB);
        config.setGetGeneratedKeys(false);
        var connection = config.createConnection("jdbc:" + url);
        connection.setAutoCommit(false);
        return connection;
    }

    @Override
    public RawInserts inserts(Connection connection, int batch) throws SQLException {
        return new SingleInserts(connection);
    }

    @Override
    public String indexes() {
        return """
        SELECT name, sql FROM sqlite_schema
        WHERE type = 'index' AND tbl_name = 'timers' AND sql IS NOT NULL
        """;
    }
}
