package dev.belfry.store.jdbc;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads many entries at once. A timer that is expected to stand in the table exactly as it is known
 * costs a few numbers of its row; the whole row is read only if they differ. Thread-safe.
 */
final class SqlEntryReader {
    /** Whole entries of the wanted keys, and headers of the pending timers of the expected ones. */
    static final String ENTRIES =
            """
            SELECT 1, shard_key, {timer}, NULL, NULL, NULL
            FROM {wanted timers}
            UNION ALL
            SELECT 2, shard_key, {timer}, {keeping}
            FROM {wanted kept_timers}
            UNION ALL
            SELECT 0, shard_key, {header}, NULL, NULL, NULL
            FROM {expected timers}
            """
                    .replace("{timer}", SqlTimerColumns.OF_TIMER)
                    .replace("{keeping}", SqlTimerColumns.OF_KEEPING);

    private static final Set<String> OF_HEADER =
            Set.of("fire_at", "uuid", "generation", "revision", "attempts");

    private static final int HEADER = 0;
    private static final int PENDING = 1;

    private final Dialect dialect;
    private final Map<Sizes, String> texts = new ConcurrentHashMap<>();

    SqlEntryReader(Dialect dialect) {
        this.dialect = dialect;
    }

    /** How many keys a statement has room for. */
    record Sizes(int wanted, int expected) {}

    /** A key to look up. */
    record Wanted(EntryKey key, GroupId group) {}

    /** What is stored under a key; the key is the only one asked for. */
    Entry find(Session session, Wanted wanted) throws SQLException {
        return read(session, List.of(wanted), Map.of()).getOrDefault(wanted.key(), Entry.absent());
    }

    /**
     * What is stored under the keys; absent ones are not in the answer.
     *
     * @param expected timers that some keys are expected to lead to
     */
    Map<EntryKey, Entry> read(Session session, List<Wanted> wanted, Map<EntryKey, Timer> expected)
            throws SQLException {
        return readAfter(session, List.of(), wanted, expected);
    }

    /**
     * What is stored under the keys when some queries have been answered, with which this one goes
     * together.
     */
    Map<EntryKey, Entry> readAfter(
            Session session,
            List<Session.Query> first,
            List<Wanted> wanted,
            Map<EntryKey, Timer> expected)
            throws SQLException {
        var found = new Found(wanted, expected);
        var sure = new ArrayList<EntryKey>(expected.keySet());
        var open = new ArrayList<EntryKey>(wanted.size() - sure.size());
        for (var one : wanted) {
            if (!expected.containsKey(one.key())) {
                open.add(one.key());
            }
        }
        var queries = new ArrayList<>(first);
        queries.addAll(queries(open, sure, found));
        session.query(queries);
        var surprises = sure.stream().filter(key -> !found.entries.containsKey(key)).toList();
        session.query(queries(surprises, List.of(), found));
        return found.entries;
    }

    /** One query, unless there are more keys than a statement may have parameters for. */
    private List<Session.Query> queries(List<EntryKey> whole, List<EntryKey> headers, Found found) {
        var wanted = Chunks.of(whole, EntryKey.NONE, dialect);
        var expected = Chunks.of(headers, EntryKey.NONE, dialect);
        return IntStream.range(0, Math.max(wanted.size(), expected.size()))
                .mapToObj(i -> query(chunk(wanted, i), chunk(expected, i), found))
                .toList();
    }

    private static List<EntryKey> chunk(List<List<EntryKey>> chunks, int index) {
        return index < chunks.size() ? chunks.get(index) : List.of(EntryKey.NONE);
    }

    private Session.Query query(List<EntryKey> wanted, List<EntryKey> expected, Found found) {
        return new Session.Query(
                text(wanted.size(), expected.size()),
                parameters -> bind(dialect, parameters, binds(wanted), binds(expected)),
                found::add);
    }

    /** Those that are wanted are looked for in two tables. */
    static void bind(
            Dialect dialect,
            StatementParameters parameters,
            List<Session.Bind> wanted,
            List<Session.Bind> expected)
            throws SQLException {
        parameters.rows(wanted);
        if (dialect.pairs(1).isEmpty()) {
            parameters.rows(wanted);
        }
        parameters.rows(expected);
    }

    private static List<Session.Bind> binds(List<EntryKey> keys) {
        return keys.stream().<Session.Bind>map(key -> key::bind).toList();
    }

    private String text(int wanted, int expected) {
        var sizes =
                switch (dialect.lists()) {
                    case PARAMETERS -> new Sizes(wanted, expected);
                    case ARRAYS -> new Sizes(1, 1);
                };
        return texts.computeIfAbsent(sizes, _ -> sql(dialect, sizes));
    }

    /** The statement of {@link #ENTRIES} for lists of these sizes. */
    static String sql(Dialect dialect, Sizes sizes) {
        int wanted = sizes.wanted();
        int expected = sizes.expected();
        return namedLists(dialect, sizes)
                + ENTRIES.replace("{wanted timers}", dialect.byKeys("wanted", "timers", wanted))
                        .replace(
                                "{wanted kept_timers}",
                                dialect.byKeys("wanted", "kept_timers", wanted))
                        .replace(
                                "{expected timers}", dialect.byKeys("expected", "timers", expected))
                        .replace("{header}", header(dialect));
    }

    private static String namedLists(Dialect dialect, Sizes sizes) {
        var wanted = dialect.pairs(sizes.wanted());
        var expected = dialect.pairs(sizes.expected());
        return wanted.isEmpty() || expected.isEmpty()
                ? ""
                : """
                WITH wanted (wanted_shard, wanted_uuid) AS (%s),
                    expected (expected_shard, expected_uuid) AS (%s)
                """
                        .formatted(wanted.get(), expected.get());
    }

    /** All columns, with nothing in those that are not looked at. */
    private static String header(Dialect dialect) {
        return SqlTimerColumns.names(SqlTimerColumns.OF_TIMER).stream()
                .map(column -> OF_HEADER.contains(column) ? column : dialect.nothingFor(column))
                .collect(Collectors.joining(", "));
    }

    /** The entries read so far. Confined to a call. */
    private static final class Found {
        private final Map<EntryKey, Entry> entries;
        private final Map<ShardKey, GroupId> groups = new HashMap<>();
        private final Map<EntryKey, Timer> expected;

        Found(List<Wanted> wanted, Map<EntryKey, Timer> expected) {
            this.entries = HashMap.newHashMap(wanted.size());
            this.expected = expected;
            wanted.forEach(one -> groups.put(one.key().shard(), one.group()));
        }

        boolean add(Row row) throws SQLException {
            int kind = row.integer();
            var shard = new ShardKey(row.number());
            if (kind == HEADER) {
                addExpected(shard, row);
            } else {
                var group = Objects.requireNonNull(groups.get(shard));
                if (kind == PENDING) {
                    var timer = SqlTimerColumns.timer(row, group);
                    entries.put(new EntryKey(shard, timer.uuid()), new Entry.Pending(timer));
                } else {
                    var kept = SqlTimerColumns.kept(row, group);
                    // A pending timer counts: a key never leads to two entries.
                    entries.putIfAbsent(
                            new EntryKey(shard, kept.timer().uuid()), new Entry.Kept(kept));
                }
            }
            return true;
        }

        private void addExpected(ShardKey shard, Row row) throws SQLException {
            var position = row.position();
            var key = new EntryKey(shard, position.uuid());
            var timer = expected.get(key);
            if (timer != null
                    && timer.fireAt().equals(position.fireAt())
                    && timer.generation().value() == row.number()
                    && timer.revision().value() == row.number()
                    && timer.attempts() == row.integer()) {
                entries.put(key, new Entry.Pending(timer));
            }
        }
    }
}
