package dev.belfry.store.jdbc.oracle;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.Collections;
import java.util.Optional;

/**
 * Oracle's answers. It has no shared row locks, so that the fence is the lock of a writer; the
 * commits of one shard come one after the other anyway.
 */
public final class OracleDialect implements Dialect {
    /** Oracle counts whole seconds; without a number it waits for ever. */
    private static final String FOR_A_SECOND = " WAIT 1";

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
        return Optional.of("LOCK TABLE timer_groups IN EXCLUSIVE MODE" + FOR_A_SECOND);
    }

    @Override
    public String fenced(String selectOfShards) {
        return locked(selectOfShards);
    }

    @Override
    public String locked(String select) {
        return select + "FOR UPDATE" + FOR_A_SECOND;
    }

    @Override
    public Lists lists() {
        return Lists.PARAMETERS;
    }

    /** Each pair is a query of its own to the parser, which takes long over hundreds of them. */
    @Override
    public int longestList() {
        return 128;
    }

    @Override
    public boolean comparesPairs() {
        return false;
    }

    @Override
    public String limit() {
        return "FETCH FIRST ? ROWS ONLY";
    }

    /** A query in a query in a query could not speak of the outermost in all versions. */
    @Override
    public Optional<String> countOf(String rows) {
        return Optional.of("SELECT count(*) FROM %s AND ROWNUM <= ?".formatted(rows));
    }

    /** Nothing is text to Oracle, and does not go with large objects. */
    @Override
    public String nothingFor(String column) {
        return switch (column) {
            case "payload" -> "TO_BLOB(NULL)";
            case "headers" -> "TO_CLOB(NULL)";
            default -> "NULL";
        };
    }

    @Override
    public Optional<String> pairs(int count) {
        return Optional.of(
                String.join(
                        " UNION ALL ",
                        Collections.nCopies(
                                count,
                                "SELECT CAST(? AS NUMBER(19)), CAST(? AS RAW(16)) FROM dual")));
    }

    @Override
    public String byKeys(String list, String table, int count) {
        return "%1$s JOIN %2$s ON shard_key = %1$s_shard AND uuid = %1$s_uuid"
                .formatted(list, table);
    }

    @Override
    public String change(RowChange change) {
        return change.oneRow();
    }

    /** A long payload can be bound where it is inserted, but not in a MERGE. */
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
        return """
        SELECT EXTRACT(DAY FROM elapsed) * 86400000 + EXTRACT(HOUR FROM elapsed) * 3600000
            + EXTRACT(MINUTE FROM elapsed) * 60000 + FLOOR(EXTRACT(SECOND FROM elapsed) * 1000)
        FROM (SELECT SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00' AS elapsed
            FROM dual)
        """;
    }

    /** A procedure of the administrator: docs/operations/oracle.md has its text. */
    @Override
    public Optional<String> endStopped() {
        return Optional.of("CALL belfry_end_stopped()");
    }

    /**
     * By the numbers of Oracle's error messages. A duplicate is contention, because rows are
     * inserted only where none was seen; a database that has become a standby is no use to a
     * connection, the next one may lead to the primary.
     */
    @Override
    public Fault fault(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1, 54, 60, 8177, 30006 -> Fault.CONTENDED;
            case 28, 31, 603, 1012, 1033, 1034, 1041, 1089, 1090, 1092 -> Fault.BROKEN;
            case 2396, 2399, 3113, 3114, 3135, 12170, 12514, 12537, 12541, 12571 -> Fault.BROKEN;
            case 16000, 16456 -> Fault.READ_ONLY;
            case 17002, 17008, 17410, 25402, 25408, 25409 -> Fault.BROKEN;
            case 1400, 1426, 1438, 1461, 1465, 1722, 2290, 2291, 12899, 24816 -> Fault.REFUSED;
            default -> faultByKind(failure);
        };
    }

    private static Fault faultByKind(SQLException failure) {
        var state = Optional.ofNullable(failure.getSQLState()).orElse("");
        if (failure instanceof SQLRecoverableException || state.startsWith("08")) {
            return Fault.BROKEN;
        }
        return state.startsWith("22") || state.startsWith("23") ? Fault.REFUSED : Fault.TRANSIENT;
    }

    /** Only "transaction rolled back" says so; of all others nobody knows. */
    @Override
    public boolean refusesCommit(SQLException failure) {
        return failure.getErrorCode() == 2091;
    }

    /** A rollback outside of a transaction does nothing. */
    @Override
    public boolean hadRolledBack(SQLException failure) {
        return false;
    }
}
