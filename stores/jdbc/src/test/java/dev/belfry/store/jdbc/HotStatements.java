package dev.belfry.store.jdbc;

import dev.belfry.core.timer.TimerState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The statements that a busy store runs, each with values for a table of sample rows: the i-th is
 * in shard 1 if i is even, fires at i, and its uuid is the MD5 digest of i's digits.
 */
final class HotStatements {
    /** The keys in lists of them. */
    static final int KEYS = 64;

    /** The shards that there are. */
    static final int SHARDS = 64;

    private static final int LIMIT = 100;

    private final Dialect dialect;

    HotStatements(Dialect dialect) {
        this.dialect = dialect;
    }

    /** One statement and what it is run with. */
    record HotStatement(String name, String sql, Session.BindAll bind) {
        @Override
        public String toString() {
            return name;
        }
    }

    Stream<HotStatement> all() {
        var usual = Stream.concat(reads(), writes());
        return dialect.changesIfExpected() ? Stream.concat(usual, expected()) : usual;
    }

    private Stream<HotStatement> reads() {
        return Stream.of(
                new HotStatement(
                        "page",
                        SqlPendingTimers.page(dialect),
                        values -> {
                            range(values.number(1), 10_000).number(LIMIT);
                            if (dialect.readsAhead()) {
                                values.number(1 << 20);
                            }
                        }),
                new HotStatement(
                        "correlated",
                        SqlPendingTimers.correlated(dialect),
                        values ->
                                shards(values.text("c"))
                                        .number(10_000)
                                        .number(10_000)
                                        .bytes(uuid(0))
                                        .number(LIMIT)),
                first("browse", SqlPendingTimers.first(dialect), values -> range(values, 10_000)),
                first(
                        "kept",
                        SqlKeptTimers.latest(dialect, TimerState.FAILED),
                        values -> values.number(10_000).number(10_000).bytes(uuid(0))),
                new HotStatement(
                        "keptCorrelated",
                        SqlKeptTimers.correlated(dialect),
                        values ->
                                shards(values.text("c"))
                                        .number(10_000)
                                        .number(10_000)
                                        .bytes(uuid(0))
                                        .number(LIMIT)),
                new HotStatement(
                        "expired",
                        SqlKeptTimers.expired(dialect),
                        values -> values.number(1).number(10_000).number(LIMIT)),
                counts("counts", TimerState.SCHEDULED),
                counts("countsOfFailed", TimerState.FAILED),
                entries("entry", 1),
                entries("entries", KEYS),
                new HotStatement("fence", dialect.fenced(shardsByKeys()), this::shardKeys),
                new HotStatement("lock", dialect.locked(shardsByKeys()), this::shardKeys),
                new HotStatement("shards", SqlShards.BETWEEN, HotStatements::shards),
                new HotStatement("group", SqlGroups.FIND, values -> values.text("default")));
    }

    private HotStatement first(String name, FirstRows rows, Session.Bind range) {
        Session.Bind first =
                values -> {
                    range.to(values);
                    values.number(4);
                };
        return dialect.firstOfShards(rows)
                .map(sql -> new HotStatement(name, sql, values -> first.to(shards(values))))
                .orElseGet(
                        () ->
                                new HotStatement(
                                        name,
                                        rows.ofShards(SHARDS),
                                        values -> {
                                            for (int shard = 1; shard <= SHARDS; shard++) {
                                                first.to(values.number(shard));
                                            }
                                        }));
    }

    private HotStatement counts(String name, TimerState state) {
        return SqlCounts.ofRange(dialect, state)
                .map(sql -> new HotStatement(name, sql, HotStatements::countedRange))
                .orElseGet(
                        () ->
                                new HotStatement(
                                        name,
                                        SqlCounts.ofShards(state, SHARDS),
                                        HotStatements::countedShards));
    }

    private static void countedRange(Parameters values) throws SQLException {
        shards(values.number(10));
    }

    private static void countedShards(Parameters values) throws SQLException {
        for (int shard = 1; shard <= SHARDS; shard++) {
            values.number(shard).number(shard).number(10);
        }
    }

    private HotStatement entries(String name, int count) {
        return new HotStatement(
                name,
                SqlEntryReader.sql(dialect, new SqlEntryReader.Sizes(count, count)),
                values -> SqlEntryReader.bind(dialect, values, keys(count), keys(count)));
    }

    /** Rows that are there with the state that the table of samples gives them. */
    private Stream<HotStatement> expected() {
        return Stream.of(
                expected(
                        "expectedDelete",
                        ExpectedChange.DELETE,
                        (values, i) -> row(values, i).number(1).number(1).number(0)),
                expected(
                        "expectedMove",
                        ExpectedChange.MOVE,
                        (values, i) -> row(moved(values, i), i).number(1).number(1).number(0)),
                expected(
                        "expectedInsert",
                        ExpectedChange.INSERT,
                        (values, i) -> timer(values.number(1), -2 * i - 2)),
                expected(
                        "expectedKeep",
                        ExpectedChange.KEEP,
                        (values, i) ->
                                timer(values.number(1), 2 * i).number(1).number(0).number(0)));
    }

    private HotStatement expected(String name, ExpectedChange kind, Values values) {
        var rows = rows(KEYS, values);
        return new HotStatement(
                name,
                dialect.ifExpected(Set.of(kind)),
                parameters -> {
                    parameters
                            .rows(List.of(lease -> lease.number(1).number(0).number(0)))
                            .rows(rows)
                            .number(1);
                    if (kind.meansKnownRows()) {
                        parameters.number(KEYS);
                    }
                });
    }

    private Stream<HotStatement> writes() {
        return Stream.of(
                change("delete", SqlEntryWriter.DELETE, HotStatements::row),
                change("move", SqlEntryWriter.MOVE, (values, i) -> row(moved(values, i), i)),
                change("update", SqlEntryWriter.UPDATE, (values, i) -> row(timer(values, i), i)),
                change(
                        "forget",
                        SqlEntryWriter.FORGET,
                        (values, i) -> values.number(1).bytes(uuid(2 * i))),
                change(
                        "insert",
                        SqlEntryWriter.INSERT,
                        (values, i) -> timer(values.number(1), -2 * i - 2)),
                change(
                        "keep",
                        SqlEntryWriter.KEEP,
                        (values, i) ->
                                timer(values.number(1), 2 * i).number(1).number(0).number(0)),
                change(
                        "claim",
                        SqlShards.UPDATE,
                        (values, i) ->
                                values.number(1)
                                        .number(1)
                                        .text("node")
                                        .number(1)
                                        .number(0)
                                        .none(Types.VARCHAR)
                                        .number(i + 1)),
                change(
                        "beat",
                        SqlNodes.BEAT,
                        (values, i) ->
                                values.text("a")
                                        .text("g")
                                        .number(1)
                                        .number(1)
                                        .text("1.0")
                                        .number(1)
                                        .number(2)
                                        .number(0)
                                        .text("n" + i)
                                        .number(1)),
                change(
                        "mark",
                        SqlShards.RAISE_MARK,
                        (values, i) -> values.number(7).number(i + 1)));
    }

    /** Gives the values of the i-th row. */
    @FunctionalInterface
    private interface Values {
        Parameters of(Parameters values, int i) throws SQLException;
    }

    private HotStatement change(String name, RowChange change, Values values) {
        int rows = dialect.lists() == Dialect.Lists.ARRAYS ? KEYS : 1;
        return new HotStatement(
                name, dialect.change(change), parameters -> parameters.rows(rows(rows, values)));
    }

    private static List<Session.Bind> rows(int count, Values values) {
        return IntStream.range(0, count)
                .<Session.Bind>mapToObj(i -> parameters -> values.of(parameters, i))
                .toList();
    }

    private static Parameters moved(Parameters values, int i) throws SQLException {
        return values.number(i + 1)
                .number(1)
                .number(1)
                .number(1)
                .none(Types.VARCHAR)
                .none(Types.VARCHAR)
                .number(0);
    }

    private static Parameters row(Parameters values, int i) throws SQLException {
        return values.number(1).number(2L * i).bytes(uuid(2 * i));
    }

    private static Parameters timer(Parameters values, int i) throws SQLException {
        return values.number(i)
                .bytes(uuid(i))
                .number(1)
                .number(1)
                .number(0)
                .text("t" + i)
                .number(i)
                .text("http://a")
                .number(1)
                .none(Types.VARCHAR)
                .text("p")
                .text("c")
                .bytes(uuid(i))
                .none(Types.VARCHAR)
                .none(Types.VARCHAR)
                .none(Types.VARCHAR)
                .number(0)
                .number(0)
                .bytes(new byte[300]);
    }

    private static Parameters range(Parameters values, int from) throws SQLException {
        return values.number(from)
                .number(Long.MAX_VALUE)
                .number(from)
                .bytes(uuid(0))
                .number(Long.MAX_VALUE)
                .bytes(uuid(0));
    }

    private static Parameters shards(Parameters values) throws SQLException {
        return values.number(1).number(SHARDS);
    }

    private void shardKeys(StatementParameters values) throws SQLException {
        values.rows(rows(KEYS, (row, i) -> row.number(i + 1)));
    }

    private static List<Session.Bind> keys(int count) {
        return rows(count, (row, i) -> row.number(1).bytes(uuid(2 * i)));
    }

    private String shardsByKeys() {
        return SqlShards.byKeys(dialect, KEYS);
    }

    static byte[] uuid(int i) {
        try {
            return MessageDigest.getInstance("MD5")
                    .digest(Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
