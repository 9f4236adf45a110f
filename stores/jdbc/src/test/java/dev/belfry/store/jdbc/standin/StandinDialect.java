package dev.belfry.store.jdbc.standin;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import dev.belfry.store.jdbc.oracle.OracleDialect;
import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import java.sql.SQLException;
import java.util.Optional;

/** A dialect as H2 understands it in its mode for that dialect's server. */
final class StandinDialect implements Dialect {
    private final Dialect real;

    StandinDialect(Dialect real) {
        this.real = real;
    }

    @Override
    public boolean isShared() {
        return real.isShared();
    }

    @Override
    public Optional<String> begin() {
        return real.begin();
    }

    /** H2 locks no tables: two groups made at once are a duplicate, and that is contention. */
    @Override
    public Optional<String> lockGroups() {
        return Optional.empty();
    }

    @Override
    public String fenced(String selectOfShards) {
        return reallyLocked(real.fenced(selectOfShards));
    }

    @Override
    public String locked(String select) {
        return reallyLocked(real.locked(select));
    }

    /** H2 reads hints and forgets them. */
    private static String reallyLocked(String select) {
        return select.contains("UPDLOCK") ? select + "FOR UPDATE" : select;
    }

    @Override
    public Lists lists() {
        return real.lists();
    }

    @Override
    public int longestList() {
        return real.longestList();
    }

    @Override
    public boolean comparesPairs() {
        return real.comparesPairs();
    }

    @Override
    public String limit() {
        return real.limit();
    }

    /** A query in a query in a query can not speak of the outermost in H2. */
    @Override
    public Optional<String> countOf(String rows) {
        return new OracleDialect().countOf(rows).map(sql -> sql.replace("ROWNUM", "ROWNUM()"));
    }

    @Override
    public String nothingFor(String column) {
        return "NULL";
    }

    @Override
    public Optional<String> pairs(int count) {
        return real.pairs(count);
    }

    @Override
    public String byKeys(String list, String table, int count) {
        return real.byKeys(list, table, count).replace("LOOP JOIN", "JOIN");
    }

    @Override
    public String among(String table, String key, int count) {
        return real.among(table, key, count);
    }

    @Override
    public String change(RowChange change) {
        return real.change(change);
    }

    @Override
    public boolean replaces() {
        return real.replaces();
    }

    /** H2 has no lateral joins either. */
    @Override
    public Optional<String> firstOfShards(FirstRows rows) {
        return new SqliteDialect().firstOfShards(rows);
    }

    @Override
    public String clock() {
        return "SELECT CAST(floor(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000) AS bigint)";
    }

    @Override
    public Optional<String> endStopped() {
        return Optional.of(
                """
                SELECT ABORT_SESSION(session_id) FROM INFORMATION_SCHEMA.SESSIONS
                WHERE session_state = 'SLEEP' AND contains_uncommitted
                    AND sleep_since < DATEADD('SECOND', -2, CURRENT_TIMESTAMP)
                """);
    }

    @Override
    public Fault fault(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 23505, 40001, 50200, 90131 -> Fault.CONTENDED;
            case 57014, 90007, 90067, 90098, 90121, 90135 -> Fault.BROKEN;
            default -> refuses(failure.getErrorCode()) ? Fault.REFUSED : Fault.TRANSIENT;
        };
    }

    private static boolean refuses(int code) {
        return code >= 22_000 && code < 24_000;
    }

    @Override
    public boolean refusesCommit(SQLException failure) {
        return fault(failure) == Fault.CONTENDED;
    }

    @Override
    public boolean hadRolledBack(SQLException failure) {
        return real.hadRolledBack(failure);
    }
}
