package dev.belfry.store.jdbc.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The log that commits go to, and its way into the database file. SQLite's own checkpoints hide a
 * failed fsync of the database file, after which the log must not be thrown away; so they are off,
 * and are made here, where a failure is seen. Confined to the writer.
 */
final class WriteAheadLog implements AutoCloseable {
    /**
     * Long enough that a page which changes often is copied once, short enough not to be felt: 16
     * MiB of pages.
     */
    private static final int LONG_FRAMES = 4_096;

    private final PreparedStatement look;
    private final PreparedStatement checkpoint;

    WriteAheadLog(Connection writer) throws SQLException {
        look = writer.prepareStatement("PRAGMA wal_checkpoint(NOOP)");
        checkpoint = writer.prepareStatement("PRAGMA wal_checkpoint(PASSIVE)");
    }

    /** Copies the log into the database file once it has become long. */
    void checkpointIfLong() throws SQLException {
        if (framesToCopy() >= LONG_FRAMES) {
            checkpoint.executeQuery().close();
        }
    }

    private int framesToCopy() throws SQLException {
        try (var state = look.executeQuery()) {
            state.next();
            return state.getInt("log") - state.getInt("checkpointed");
        }
    }

    @Override
    public void close() throws SQLException {
        look.close();
        checkpoint.close();
    }
}
