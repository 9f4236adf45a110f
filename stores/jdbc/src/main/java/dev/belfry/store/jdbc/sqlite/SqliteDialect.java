package dev.belfry.store.jdbc.sqlite;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
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
    public Optional<String> begin() {
        return Optional.of("BEGIN IMMEDIATE");
    }

    @Override
    public Optional<String> lockGroups() {
        return Optional.empty();
    }

    @Override
    public String fenced(String selectOfShards) {
        return selectOfShards;
    }

    @Override
    public String locked(String select) {
        return select;
    }

    @Override
    public Optional<String> pairs(int count) {
        return Optional.of("VALUES " + String.join(", ", Collections.nCopies(count, "(?, ?)")));
    }

    @Override
    public Lists lists() {
        return Lists.PARAMETERS;
    }

    /** In SQLite the left side of a cross join leads. */
    @Override
    public String byKeys(String list, String table, int count) {
        return "%s CROSS JOIN %s WHERE shard_key = %s_shard AND uuid = %s_uuid"
                .formatted(list, table, list, list);
    }

    @Override
    public String change(RowChange change) {
        return change instanceof RowChange.Replace
                ? change.oneRow().replaceFirst("INSERT", "INSERT OR REPLACE")
                : change.oneRow();
    }

    /** A row value among those of a subquery that has the limit: SQLite has no lateral join. */
    @Override
    public Optional<String> firstOfShards(FirstRows rows) {
        var names = "%s, uuid".formatted(rows.at());
        return Optional.of(
                """
        SELECT t.shard_key, t.%s, t.uuid
        FROM shards s CROSS JOIN %s t
        WHERE s.shard_key BETWEEN ? AND ?
            AND t.shard_key = s.shard_key%s
            AND (t.%s, t.uuid) IN (%s)
        """
                        .formatted(
                                rows.at(),
                                rows.table(),
                                rows.fixedOf("t."),
                                rows.at(),
                                rows.ofShard(names, "s.shard_key")));
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
