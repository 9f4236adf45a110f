package dev.belfry.store.jdbc;

import dev.belfry.core.timer.TimerState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All statements that a store words with a dialect, in every size that a list can have. */
public final class StatementsOf {
    private static final List<RowChange> CHANGES =
            List.of(
                    GroupTable.INSERT,
                    GroupTable.INSERT_SHARD,
                    ShardTable.UPDATE,
                    ShardTable.RAISE_MARK,
                    EntryWriter.INSERT,
                    EntryWriter.DELETE,
                    EntryWriter.MOVE,
                    EntryWriter.UPDATE,
                    EntryWriter.FORGET,
                    EntryWriter.KEEP,
                    SqlPauses.PUT,
                    SqlPauses.DELETE,
                    SqlNodes.JOIN,
                    SqlNodes.BEAT,
                    SqlNodes.DELETE);

    private StatementsOf() {}

    public static List<String> dialect(Dialect dialect) {
        var statements = new ArrayList<String>();
        dialect.begin().ifPresent(statements::add);
        dialect.lockGroups().ifPresent(statements::add);
        dialect.endStopped().ifPresent(statements::add);
        statements.add(dialect.clock());
        statements.addAll(List.of(GroupTable.FIND, GroupTable.ALL, GroupTable.NEXT_SHARD_KEY));
        statements.addAll(List.of(ShardTable.OF_GROUP, SqlPauses.ALL, SqlNodes.ALL));
        statements.add(dialect.locked(SqlPauses.FIND));
        statements.add(dialect.locked(SqlNodes.FIND));
        statements.add(PendingTimers.page(dialect));
        statements.add(PendingTimers.correlated(dialect));
        statements.add(first(dialect, PendingTimers.first(dialect)));
        statements.add(first(dialect, KeptTimers.latest(dialect, TimerState.FAILED)));
        statements.add(first(dialect, KeptTimers.latest(dialect, TimerState.REACHED)));
        statements.add(KeptTimers.expired(dialect));
        statements.add(Counting.ofRange(dialect).orElseGet(() -> Counting.ofShards(2)));
        CHANGES.forEach(change -> statements.add(dialect.change(change)));
        deletions(dialect).forEach(statements::add);
        sizes(dialect).forEach(size -> addLists(statements, dialect, size));
        return statements;
    }

    private static String first(Dialect dialect, FirstRows rows) {
        return dialect.firstOfShards(rows).orElseGet(() -> rows.ofShards(2));
    }

    private static Stream<String> deletions(Dialect dialect) {
        return CHANGES.stream()
                .filter(RowChange.Replace.class::isInstance)
                .map(change -> dialect.change(((RowChange.Replace) change).deletion()));
    }

    /** The sizes of {@link Chunks}. */
    private static IntStream sizes(Dialect dialect) {
        return IntStream.iterate(1, size -> size <= dialect.longestList(), size -> 2 * size);
    }

    private static void addLists(List<String> statements, Dialect dialect, int size) {
        statements.add(dialect.fenced(ShardTable.byKeys(dialect, size)));
        statements.add(dialect.locked(ShardTable.byKeys(dialect, size)));
        sizes(dialect)
                .forEach(
                        other ->
                                statements.add(
                                        EntryReader.sql(
                                                dialect, new EntryReader.Sizes(size, other))));
    }

    /** The statements of a script, with the clauses that stand in it. */
    public static List<String> script(DatabaseServer server, String name) {
        return VersionedScripts.statements(
                VersionedScripts.read(server.migrations() + "/" + name), server.clauses());
    }

    /** Those of {@link VersionedScripts} itself. */
    public static List<String> versionedScripts() {
        return List.of(
                VersionedScripts.CREATE_HISTORY,
                VersionedScripts.LOCK_HISTORY,
                VersionedScripts.ADD);
    }
}
