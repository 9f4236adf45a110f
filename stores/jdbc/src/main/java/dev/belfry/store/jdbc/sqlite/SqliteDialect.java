package dev.belfry.store.jdbc.sqlite;

import dev.belfry.store.jdbc.Dialect;
import java.sql.SQLException;
import java.util.Collections;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite's answers. Its one write lock is the fence: while it is held, nobody else writes. */
public final class SqliteDialect implements Dialect {
    private static final int PRIMARY_CODE = 0xFF;

    /** Its file is locked for the one node that it is embedded in. */
    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public String begin() {
        return "BEGIN IMMEDIATE";
    }

    @Override
    public String fenced(String selectOfShards) {
        return selectOfShards;
    }

    @Override
    public String locked(String selectOfShards) {
        return selectOfShards;
    }

    @Override
    public String pairs(int count) {
        return "VALUES " + String.join(", ", Collections.nCopies(count, "(?, ?)"));
    }

    @Override
    public String keep() {
        return """
        INSERT OR REPLACE INTO kept_timers
            (shard_key, fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
            timeout_ms, headers, retry_policy, correlation_id, digest, last_error, created_at,
            updated_at, payload, state, settled_at, keep_until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;
    }

    @Override
    public String clock() {
        return "SELECT CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER)";
    }

    @Override
    public Fault fault(SQLException failure) {
        return switch (codeOf(failure)) {
            case SQLITE_CONSTRAINT, SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE -> Fault.REFUSED;
            case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB -> Fault.BROKEN;
            default -> Fault.TRANSIENT;
        };
    }

    /**
     * A full disk or a lock stops a commit before its last frame is in the log. After a failed
     * write or fsync nobody can say what the disk holds.
     */
    @Override
    public boolean refusesCommit(SQLException failure) {
        return switch (codeOf(failure)) {
            case SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT -> true;
            default -> false;
        };
    }

    @Override
    public boolean hadRolledBack(SQLException failure) {
        return codeOf(failure) == SQLiteErrorCode.SQLITE_ERROR
                && String.valueOf(failure.getMessage()).contains("no transaction is active");
    }

    /** The primary code: the extended ones only say more of the same. */
    private static SQLiteErrorCode codeOf(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & PRIMARY_CODE)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }
}
