package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;

/**
 * SQL Server's answers. An update lock that is held to the end of the transaction is the fence;
 * other reads see the last committed rows and wait for nobody, which the database is asked for when
 * it is opened.
 */
public final class SqlServerDialect implements Dialect {
    /** A seek, because a scan would lock all that it passes. */
    private static final String LOCKED = " WITH (UPDLOCK, HOLDLOCK, ROWLOCK, FORCESEEK)";

    @Override
    public boolean isShared() {
        return true;
    }

    /** The driver begins a transaction with its first statement. */
    @Override
    public Optional<String> begin() {
        return Optional.empty();
    }

    @Override
    public Optional<String> lockGroups() {
        return Optional.of(
                "SELECT max(first_shard_key) FROM timer_groups WITH (TABLOCKX, HOLDLOCK)");
    }

    @Override
    public String fenced(String selectOfShards) {
        return locked(selectOfShards);
    }

    @Override
    public String locked(String select) {
        return select.replaceFirst("(FROM \\w+)", "$1" + LOCKED);
    }

    @Override
    public Lists lists() {
        return Lists.PARAMETERS;
    }

    /** Two lists of two each stay below the 2,100 parameters that a statement may have. */
    @Override
    public int longestList() {
        return 512;
    }

    @Override
    public boolean comparesPairs() {
        return false;
    }

    @Override
    public String limit() {
        return "OFFSET 0 ROWS FETCH NEXT ? ROWS ONLY";
    }

    @Override
    public Optional<String> countOf(String rows) {
        return Optional.of(
                "SELECT count(*) FROM (SELECT TOP (?) t.shard_key FROM %s) some_rows"
                        .formatted(rows));
    }

    @Override
    public Optional<String> pairs(int count) {
        return Optional.of(
                "SELECT v.shard, v.uuid FROM (VALUES %s) AS v (shard, uuid)"
                        .formatted(
                                String.join(
                                        ", ",
                                        Collections.nCopies(
                                                count,
                                                "(CAST(? AS bigint), CAST(? AS varbinary(16)))"))));
    }

    /** The words between say how it is done: one seek for each key, whatever statistics say. */
    @Override
    public String byKeys(String list, String table, int count) {
        return "%1$s INNER LOOP JOIN %2$s WITH (FORCESEEK) ON shard_key = %1$s_shard AND uuid = %1$s_uuid"
                .formatted(list, table);
    }

    @Override
    public String change(RowChange change) {
        return change.oneRow();
    }

    /** MERGE has a history of mistakes, and needs locks of ranges to be one step. */
    @Override
    public boolean replaces() {
        return false;
    }

    @Override
    public Optional<String> firstOfShards(FirstRows rows) {
        return Optional.of(rows.ofShards("CROSS APPLY"));
    }

    @Override
    public String clock() {
        return "SELECT DATEDIFF_BIG(millisecond, '1970-01-01', SYSUTCDATETIME())";
    }

    /**
     * Sessions by our name that wait for their node inside a transaction. It finds only our own
     * session, and ends none, without the permissions of docs/operations/sqlserver.md.
     */
    @Override
    public Optional<String> endStopped() {
        return Optional.of(
                """
                DECLARE @kills nvarchar(max) = N'';
                SELECT @kills = @kills + N'KILL ' + CAST(session_id AS nvarchar(10)) + N';'
                FROM sys.dm_exec_sessions
                WHERE program_name = APP_NAME() AND database_id = DB_ID() AND status = N'sleeping'
                    AND open_transaction_count > 0
                    AND last_request_end_time < DATEADD(second, -2, SYSDATETIME());
                EXEC (@kills);
                """);
    }

    /**
     * By the numbers of SQL Server's messages. A duplicate is contention, because rows are inserted
     * only where none was seen.
     */
    @Override
    public Fault fault(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1205, 1222, 2601, 2627, 3960 -> Fault.CONTENDED;
            case 3906 -> Fault.READ_ONLY;
            case 596, 976, 978, 983, 6005, 40197, 40613 -> Fault.BROKEN;
            case 511, 515, 547, 1946, 2628, 8114, 8115, 8152 -> Fault.REFUSED;
            default -> faultByState(Optional.ofNullable(failure.getSQLState()).orElse(""));
        };
    }

    private static Fault faultByState(String state) {
        if (state.startsWith("08")) {
            return Fault.BROKEN;
        }
        return state.startsWith("22") || state.startsWith("23") ? Fault.REFUSED : Fault.TRANSIENT;
    }

    /** There was no transaction any more, or one that could only be rolled back. */
    @Override
    public boolean refusesCommit(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1205, 3902, 3930 -> true;
            default -> false;
        };
    }

    /** XACT_ABORT leaves nothing to roll back. */
    @Override
    public boolean hadRolledBack(SQLException failure) {
        return failure.getErrorCode() == 3903;
    }
}
