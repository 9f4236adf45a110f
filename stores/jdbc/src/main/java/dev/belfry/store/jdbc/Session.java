package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection with its prepared statements. Confined to the call that holds it; one statement is
 * open at a time.
 */
public final class Session implements AutoCloseable {
    /** Enough for all statements in their usual sizes. */
    private static final int MAX_STATEMENTS = 100;

    private static final String BETWEEN_STATEMENTS = ";\n";
    private static final String COMMIT = "COMMIT";

    private final Connection connection;
    private final Dialect dialect;
    private final Return giveBack;
    private final LinkedHashMap<String, PreparedStatement> statements =
            new LinkedHashMap<>(64, 0.75f, true);
    private @Nullable Insert waiting;
    private OptionalLong heldLife = OptionalLong.empty();
    private boolean broken;

    /** What becomes of a session that its holder is done with. */
    @FunctionalInterface
    public interface Return {
        /** Takes it back; a broken one must not be used again. */
        void accept(Session session, boolean broken);
    }

    /** Gives the values of one row. */
    @FunctionalInterface
    interface Bind {
        void to(Parameters parameters) throws SQLException;
    }

    /** Sets all parameters of a statement. */
    @FunctionalInterface
    interface BindAll {
        void to(StatementParameters parameters) throws SQLException;
    }

    /** Takes the rows of a result. */
    @FunctionalInterface
    interface Visit {
        /** Takes one row and says whether to go on. */
        boolean row(Row row) throws SQLException;
    }

    /** What a row of a result says. */
    @FunctionalInterface
    interface Reading<T> {
        T of(Row row) throws SQLException;
    }

    /** Something to read, and what becomes of its rows. */
    record Query(String sql, BindAll bind, Visit visit) {}

    /** An insert that waits for the next statement, which may be the commit. */
    private record Insert(String sql, BindAll bind) {}

    public Session(Connection connection, Dialect dialect, Return giveBack) {
        this.connection = connection;
        this.dialect = dialect;
        this.giveBack = giveBack;
    }

    Dialect dialect() {
        return dialect;
    }

    void begin() throws SQLException {
        var begin = dialect.begin();
        if (begin.isPresent()) {
            run(begin.get());
        }
    }

    /** Whoever begins a transaction ends it: the driver, or a statement. */
    void commit() throws SQLException {
        if (waiting != null) {
            commitWith(waiting);
        } else if (dialect.begin().isPresent()) {
            run(COMMIT);
        } else {
            connection.commit();
        }
    }

    private void commitWith(Insert insert) throws SQLException {
        waiting = null;
        execute(insert.sql() + BETWEEN_STATEMENTS + COMMIT, insert.bind());
    }

    void rollback() throws SQLException {
        waiting = null;
        if (dialect.begin().isPresent()) {
            run("ROLLBACK");
        } else {
            connection.rollback();
        }
    }

    /** Holds the lock of a node's life for as long as the connection lasts. */
    void holdLife(Dialect.LifeLock lock, long life) throws SQLException {
        if (heldLife.isEmpty() || heldLife.getAsLong() != life) {
            first(lock.hold(), parameters -> parameters.number(life), Row::integer);
            heldLife = OptionalLong.of(life);
        }
    }

    /** Runs a statement that has neither parameters nor a result. */
    public void run(String sql) throws SQLException {
        prepared(sql).execute();
    }

    /** Reads rows as they come, until there are no more or the visitor has enough. */
    void query(String sql, BindAll bind, Visit visit) throws SQLException {
        var statement = prepared(sql);
        bind.to(parameters(statement));
        try (var result = statement.executeQuery()) {
            visitRows(result, visit);
        }
    }

    /** All rows that a query finds. */
    <T> List<T> list(String sql, BindAll bind, Reading<T> reading) throws SQLException {
        var found = new ArrayList<T>();
        query(sql, bind, row -> found.add(reading.of(row)));
        return found;
    }

    /** The first row that a query finds, if there is one. */
    <T> Optional<T> first(String sql, BindAll bind, Reading<T> reading) throws SQLException {
        return list(sql, bind, reading).stream().findFirst();
    }

    /** Asks one after the other, in one round trip where that is possible. */
    void query(List<Query> queries) throws SQLException {
        if (dialect.joinsStatements() && queries.size() > 1) {
            queryTogether(queries);
        } else {
            for (var query : queries) {
                query(query.sql(), query.bind(), query.visit());
            }
        }
    }

    /** A whole transaction in one round trip; only where statements are joined. */
    void queryAndCommit(List<Query> queries) throws SQLException {
        var sql = queries.stream().map(Query::sql).collect(Collectors.joining(BETWEEN_STATEMENTS));
        visitAll(queries, sql + BETWEEN_STATEMENTS + COMMIT);
    }

    private void queryTogether(List<Query> queries) throws SQLException {
        visitAll(
                queries,
                queries.stream().map(Query::sql).collect(Collectors.joining(BETWEEN_STATEMENTS)));
    }

    private void visitAll(List<Query> queries, String sql) throws SQLException {
        var statement = prepared(sql);
        var parameters = parameters(statement);
        for (var query : queries) {
            query.bind().to(parameters);
        }
        statement.execute();
        for (var query : queries) {
            try (var result = statement.getResultSet()) {
                visitRows(result, query.visit());
            }
            statement.getMoreResults();
        }
    }

    private static void visitRows(ResultSet result, Visit visit) throws SQLException {
        boolean more = true;
        while (more && result.next()) {
            more = visit(visit, new Row(result));
        }
    }

    /** Nothing was written yet, and trying again can not help: others must not wait for it. */
    private static boolean visit(Visit visit, Row row) throws SQLException {
        try {
            return visit.row(row);
        } catch (StoreException failure) {
            throw failure;
        } catch (RuntimeException mistake) {
            throw new StoreException.Rejected("a stored row can not be read: " + mistake, mistake);
        }
    }

    /**
     * Inserts rows before any other statement, or together with the commit. Nobody looks at what an
     * insert has done: that, or it fails. Only where statements are joined.
     */
    void insert(String sql, BindAll bind) throws SQLException {
        runWaiting();
        waiting = new Insert(sql, bind);
    }

    private void runWaiting() throws SQLException {
        var insert = waiting;
        waiting = null;
        if (insert != null) {
            execute(insert.sql(), insert.bind());
        }
    }

    private void execute(String sql, BindAll bind) throws SQLException {
        var statement = prepared(sql);
        bind.to(parameters(statement));
        statement.execute();
    }

    /** Runs a change of one row. */
    void change(RowChange change, Bind row) throws SQLException {
        var batch = new SqlBatch(this, change);
        batch.add(row);
        batch.flush();
    }

    StatementParameters parameters(PreparedStatement statement) {
        return new StatementParameters(statement, dialect.lists());
    }

    PreparedStatement prepared(String sql) throws SQLException {
        runWaiting();
        var known = statements.get(sql);
        if (known != null) {
            return known;
        }
        var statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
        if (statements.size() > MAX_STATEMENTS) {
            statements.pollFirstEntry().getValue().close();
        }
        return statement;
    }

    /** Closes the statements: after a failure, drivers leave some of them unusable. */
    void forgetStatements() {
        for (var statement : statements.values()) {
            try {
                statement.close();
            } catch (SQLException e) {
                broken = true;
            }
        }
        statements.clear();
    }

    /** Has a look at the connection after a rest, which tells its term. */
    long rested(SessionCheck check) throws SQLException {
        return check.rested(connection);
    }

    /** Says that nobody should use this session again. */
    void breaks() {
        broken = true;
    }

    @Override
    public void close() {
        giveBack.accept(this, broken);
    }

    /** Ends the connection. */
    public void end() throws SQLException {
        forgetStatements();
        connection.close();
    }

    /** Ends a connection that is not to be trusted, without a word to the database. */
    void abort() throws SQLException {
        connection.abort(Runnable::run);
    }
}
