package dev.belfry.store.jdbc;

import dev.belfry.core.timer.TimerState;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** All statements that a store words with a dialect, in every size that a list can have. */
public final class StatementsOf {
    private static final List<Class<?>> WRITERS =
            List.of(
                    SqlEntryWriter.class,
                    SqlShards.class,
                    SqlGroups.class,
                    SqlRecords.class,
                    SqlNodes.class);

    private static final List<List<ExpectedChange>> EXPECTED =
            List.of(
                    List.of(ExpectedChange.INSERT),
                    List.of(ExpectedChange.DELETE, ExpectedChange.RAISE_MARK),
                    List.of(ExpectedChange.values()));

    private StatementsOf() {}

    public static List<String> dialect(Dialect dialect) {
        var statements = new ArrayList<>(named(dialect).values());
        sizes(dialect).forEach(size -> addLists(statements, dialect, size));
        return statements;
    }

    /** Every statement by the place that words it; lists have two elements. */
    static Map<String, String> named(Dialect dialect) {
        var named = new LinkedHashMap<String, String>();
        changes().forEach((name, change) -> named.put(name, dialect.change(change)));
        if (!dialect.replaces()) {
            changes()
                    .forEach(
                            (name, change) -> {
                                if (change instanceof RowChange.Replace replace) {
                                    named.put(
                                            name + ", what is replaced",
                                            dialect.change(replace.deletion()));
                                }
                            });
        }
        named.put("SqlShards.fence", dialect.fenced(SqlShards.byKeys(dialect, 2)));
        named.put("SqlShards.lock", dialect.locked(SqlShards.byKeys(dialect, 2)));
        named.put(
                "SqlEntryReader.ENTRIES",
                SqlEntryReader.sql(dialect, new SqlEntryReader.Sizes(2, 2)));
        if (dialect.changesIfExpected()) {
            EXPECTED.forEach(
                    kinds ->
                            named.put(
                                    "SqlExpectedCommit of " + kinds,
                                    dialect.ifExpected(Set.copyOf(kinds))));
        }
        named.put("SqlPendingTimers.page", SqlPendingTimers.page(dialect));
        named.put("SqlPendingTimers.correlated", SqlPendingTimers.correlated(dialect));
        named.put("SqlPendingTimers.first", first(dialect, SqlPendingTimers.first(dialect)));
        named.put(
                "SqlKeptTimers.latest, failed",
                first(dialect, SqlKeptTimers.latest(dialect, TimerState.FAILED)));
        named.put(
                "SqlKeptTimers.latest, reached",
                first(dialect, SqlKeptTimers.latest(dialect, TimerState.REACHED)));
        named.put("SqlKeptTimers.correlated", SqlKeptTimers.correlated(dialect));
        named.put("SqlKeptTimers.expired", SqlKeptTimers.expired(dialect));
        for (var state : List.of(TimerState.SCHEDULED, TimerState.FAILED)) {
            named.put(
                    "SqlCounts, " + state.name().toLowerCase(Locale.ROOT),
                    SqlCounts.ofRange(dialect, state)
                            .orElseGet(() -> SqlCounts.ofShards(state, 2)));
        }
        named.put("SqlGroups.FIND", SqlGroups.FIND);
        named.put("SqlGroups.ALL", SqlGroups.ALL);
        named.put("SqlGroups.NEXT_SHARD_KEY", SqlGroups.NEXT_SHARD_KEY);
        named.put("SqlShards.BETWEEN", SqlShards.BETWEEN);
        named.put("SqlRecords.FIND", SqlRecords.FIND);
        named.put("SqlRecords.FIND, locked", dialect.locked(SqlRecords.FIND));
        named.put("SqlRecords.LATEST", SqlRecords.LATEST);
        named.put("SqlRecords.LATEST, locked", dialect.locked(SqlRecords.LATEST));
        named.put("SqlRecords.page", SqlRecords.page(dialect));
        named.put("SqlNodes.ALL", SqlNodes.ALL);
        named.put("SqlNodes.FIND, locked", dialect.locked(SqlNodes.FIND));
        if (dialect.returnsRows()) {
            named.put("SqlNodes.beatReturningClock", SqlNodes.beatReturningClock(dialect));
        }
        named.put("Dialect.clock", dialect.clock());
        dialect.begin().ifPresent(it -> named.put("Dialect.begin", it));
        dialect.lockGroups().ifPresent(it -> named.put("Dialect.lockGroups", it));
        dialect.endStopped().ifPresent(it -> named.put("Dialect.endStopped", it));
        dialect.lifeLock().ifPresent(it -> named.put("Dialect.lifeLock, hold", it.hold()));
        dialect.lifeLock().ifPresent(it -> named.put("Dialect.lifeLock, isFree", it.isFree()));
        return named;
    }

    /** All that are constants of a class, so that a new one can not be forgotten. */
    private static Map<String, RowChange> changes() {
        var changes = new LinkedHashMap<String, RowChange>();
        for (var writer : WRITERS) {
            for (var field : writer.getDeclaredFields()) {
                if (field.getType() == RowChange.class) {
                    changes.put(
                            writer.getSimpleName() + "." + field.getName(), (RowChange) get(field));
                }
            }
        }
        return changes;
    }

    private static Object get(Field constant) {
        try {
            return constant.get(null);
        } catch (IllegalAccessException e) {
            throw new LinkageError(constant.toString(), e);
        }
    }

    private static String first(Dialect dialect, FirstRows rows) {
        return dialect.firstOfShards(rows).orElseGet(() -> rows.ofShards(2));
    }

    /** The sizes of {@link Chunks}. */
    private static IntStream sizes(Dialect dialect) {
        return IntStream.iterate(1, size -> size <= dialect.longestList(), size -> 2 * size);
    }

    private static void addLists(List<String> statements, Dialect dialect, int size) {
        statements.add(dialect.fenced(SqlShards.byKeys(dialect, size)));
        statements.add(dialect.locked(SqlShards.byKeys(dialect, size)));
        sizes(dialect)
                .forEach(
                        other ->
                                statements.add(
                                        SqlEntryReader.sql(
                                                dialect, new SqlEntryReader.Sizes(size, other))));
    }

    /** The statements of a script, with the clauses that stand in it. */
    public static List<String> script(JdbcServer server, String name) {
        return MigrationScript.statements(
                MigrationScript.read(server.migrations() + "/" + name), server.clauses());
    }

    /** Those of {@link VersionedScripts} itself. */
    public static List<String> versionedScripts() {
        var location = "db/migration/sqlserver";
        var history = MigrationScript.history(location);
        var first = MigrationScript.in(location, Map.of()).getFirst();
        return List.of(
                history.getFirst(), VersionedScripts.LOCK_HISTORY, first.in(history.getLast()));
    }
}
