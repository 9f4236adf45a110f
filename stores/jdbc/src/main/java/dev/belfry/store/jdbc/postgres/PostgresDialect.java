package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.ExpectedChange;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * PostgreSQL's answers. A shared row lock is the fence, at READ COMMITTED: the statements after it
 * see all that was committed before the lock was had.
 */
public final class PostgresDialect implements Dialect {
    /** Classes of failures, of data, statements and resources, after which nothing is written. */
    private static final List<String> ROLLED_BACK =
            List.of("0A", "22", "23", "26", "42", "53", "54");

    @Override
    public boolean isShared() {
        return true;
    }

    /** The driver begins a transaction with its first statement, in the same round trip. */
    @Override
    public Optional<String> begin() {
        return Optional.empty();
    }

    @Override
    public Optional<String> lockGroups() {
        return Optional.of("LOCK TABLE timer_groups IN SHARE ROW EXCLUSIVE MODE");
    }

    /** Never FOR KEY SHARE, which lets a claim pass. */
    @Override
    public String fenced(String selectOfShards) {
        return selectOfShards + "FOR SHARE";
    }

    @Override
    public String locked(String select) {
        return select + "FOR UPDATE";
    }

    @Override
    public Lists lists() {
        return Lists.ARRAYS;
    }

    @Override
    public Optional<String> pairs(int count) {
        return Optional.of("SELECT * FROM unnest(?, ?)");
    }

    /** Nothing but a limit keeps the planner from doing it the other way around. */
    @Override
    public String byKeys(String list, String table, int count) {
        return """
        %1$s CROSS JOIN LATERAL (
            SELECT * FROM %2$s WHERE shard_key = %1$s_shard AND uuid = %1$s_uuid LIMIT 1) AS found
        """
                .formatted(list, table);
    }

    @Override
    public String among(String table, String key, int count) {
        return "%s WHERE %s = ANY (?)".formatted(table, key);
    }

    @Override
    public String change(RowChange change) {
        return switch (change) {
            case RowChange.Insert insert -> insert(insert);
            case RowChange.Replace replace -> insert(replace) + " " + orReplace(replace);
            case RowChange.Update update ->
                    "UPDATE %s AS t SET %s FROM %s"
                            .formatted(
                                    update.table(),
                                    equal(update.columns(), 0, ", "),
                                    placesOf(update));
            case RowChange.Delete delete ->
                    "DELETE FROM %s AS t USING %s".formatted(delete.table(), placesOf(delete));
        };
    }

    private static String insert(RowChange change) {
        return insert(change, rows(change));
    }

    static String insert(RowChange change, String rows) {
        return "INSERT INTO %s (%s) SELECT * FROM %s"
                .formatted(change.table(), String.join(", ", change.columns()), rows);
    }

    static String orReplace(RowChange.Replace replace) {
        return "ON CONFLICT (%s) DO UPDATE SET %s"
                .formatted(
                        String.join(", ", replace.replaced()),
                        replace.columns().stream()
                                .map(column -> column + " = excluded." + column)
                                .collect(Collectors.joining(", ")));
    }

    /**
     * A plain join would be done the other way around when the table seems to be empty. So would
     * this one with any condition on a column that has an index: a place and a part have none.
     */
    private static String placesOf(RowChange change) {
        return "%s\nWHERE t.ctid = found.place AND t.tableoid = found.part\n"
                .formatted(withPlaces(change));
    }

    /** The parameters as rows, each with the place of the row that its key means. */
    static String withPlaces(RowChange change) {
        return """
        %s
            CROSS JOIN LATERAL (
                SELECT ctid AS place, tableoid AS part FROM %s WHERE %s LIMIT 1) AS found"""
                .formatted(
                        rows(change),
                        change.table(),
                        equal(change.key(), change.columns().size(), " AND "));
    }

    /** The parameters, each an array of one column, as rows. */
    static String rows(RowChange change) {
        var columns = IntStream.range(0, change.width());
        return "unnest(%s) AS r (%s)"
                .formatted(
                        "?, ".repeat(change.width() - 1) + "?",
                        columns.mapToObj(i -> "c" + i).collect(Collectors.joining(", ")));
    }

    static String equal(List<String> columns, int first, String between) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> "%s = r.c%d".formatted(columns.get(i), first + i))
                .collect(Collectors.joining(between));
    }

    @Override
    public Optional<String> firstOfShards(FirstRows rows) {
        return Optional.of(rows.ofShards("CROSS JOIN LATERAL"));
    }

    @Override
    public boolean joinsStatements() {
        return true;
    }

    @Override
    public boolean changesIfExpected() {
        return true;
    }

    @Override
    public String ifExpected(Set<ExpectedChange> kinds) {
        return PostgresExpectedCommit.of(kinds);
    }

    @Override
    public boolean returnsRows() {
        return true;
    }

    @Override
    public boolean readsAhead() {
        return true;
    }

    @Override
    public String clock() {
        return "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)";
    }

    @Override
    public Optional<LifeLock> lifeLock() {
        return Optional.of(
                new LifeLock(
                        "SELECT CASE WHEN pg_advisory_lock_shared(?) IS NULL THEN 0 ELSE 1 END",
                        "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END"));
    }

    /**
     * A database that has become a standby, or lost power over its data, is no use to a connection:
     * the next one may lead to the primary.
     */
    @Override
    public Fault fault(SQLException failure) {
        return switch (stateOf(failure)) {
            case "55P03", "40P01", "40001" -> Fault.CONTENDED;
            case "25006" -> Fault.READ_ONLY;
            case "25P03", "25P04", "57P01", "57P02", "57P03", "57P04", "57P05" -> Fault.BROKEN;
            case String state when state.startsWith("08") || state.startsWith("XX") -> Fault.BROKEN;
            case String state
                    when state.startsWith("22")
                            || state.startsWith("23")
                            || state.startsWith("54") ->
                    Fault.REFUSED;
            default -> Fault.TRANSIENT;
        };
    }

    /**
     * These come from a server that lives and has rolled back: changes go along with their commit.
     * Of one that is going away, or did not answer, nobody knows.
     */
    @Override
    public boolean refusesCommit(SQLException failure) {
        var state = stateOf(failure);
        return switch (state) {
            case "40001", "40P01", "25006", "25P02", "55P03", "57014" -> true;
            default -> ROLLED_BACK.stream().anyMatch(state::startsWith);
        };
    }

    /** A rollback outside of a transaction is only a warning. */
    @Override
    public boolean hadRolledBack(SQLException failure) {
        return false;
    }

    /** Empty for a failure of the driver itself. */
    private static String stateOf(SQLException failure) {
        return Optional.ofNullable(failure.getSQLState()).orElse("");
    }
}
