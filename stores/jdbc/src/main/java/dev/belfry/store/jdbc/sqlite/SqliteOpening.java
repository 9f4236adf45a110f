package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.Ticker;
import dev.belfry.store.jdbc.Connections;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.SessionPool;
import dev.belfry.store.jdbc.SqlSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/** The steps from a path to open connections; if one fails, those before it are undone. */
final class SqliteOpening {
    private final Path database;
    private final SqliteSettings settings;
    private final Dialect dialect = new SqliteDialect();
    private final UnaryOperator<Connection> around;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    SqliteOpening(Path database) {
        this(database, UnaryOperator.identity());
    }

    /** With something around the connection that writes, for tests of its failures. */
    SqliteOpening(Path database, UnaryOperator<Connection> around) {
        this.database = database;
        this.settings = new SqliteSettings(database);
        this.around = around;
    }

    Connections connections() throws IOException {
        try {
            var lock = remember(DataLock.take(database));
            var writer = around.apply(remember(settings.writer()));
            requireDurable(writer);
            tables(settings).apply();
            return new SqliteConnections(dialect, writer, readers(), () -> unlock(lock));
        } catch (SQLException e) {
            undo(e);
            throw refusal(e);
        } catch (IOException | RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    static SqlSchema tables(SqliteSettings settings) {
        return new SqlSchema(settings.dataSource(), "db/migration/sqlite");
    }

    /** SQLite keeps quiet when a file system can not give it what it was asked for. */
    private void requireDurable(Connection writer) throws SQLException {
        var journal = setting(writer, "journal_mode");
        var synchronous = setting(writer, "synchronous");
        if (!journal.equals("wal") || !synchronous.equals("2")) {
            throw new StoreException.Rejected(
                    "%s can not be kept safe here: SQLite gives journal_mode %s and synchronous %s where wal and 2 are needed; use a folder on a local disk"
                            .formatted(database, journal, synchronous));
        }
    }

    private static String setting(Connection writer, String name) throws SQLException {
        try (var statement = writer.createStatement();
                var result = statement.executeQuery("PRAGMA " + name)) {
            result.next();
            return result.getString(1);
        }
    }

    private SessionPool readers() {
        return new SessionPool(
                settings::reader,
                new FileCheck(),
                dialect,
                SqliteStoreProvider.READERS,
                Ticker.SYSTEM);
    }

    private <T extends AutoCloseable> T remember(T resource) {
        opened.push(resource);
        return resource;
    }

    private void undo(Exception failure) {
        for (var resource : opened) {
            try {
                resource.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }

    private StoreException refusal(SQLException failure) {
        return switch (dialect.fault(failure)) {
            case BROKEN ->
                    new StoreException.Rejected(
                            "%s is damaged or not a SQLite database; move it away or restore a copy: %s"
                                    .formatted(database, failure.getMessage()),
                            failure);
            case TRANSIENT, CONTENDED, REFUSED, READ_ONLY ->
                    new StoreException.Unavailable(
                            "%s can not be opened: %s".formatted(database, failure.getMessage()),
                            failure);
        };
    }

    private static void unlock(DataLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
