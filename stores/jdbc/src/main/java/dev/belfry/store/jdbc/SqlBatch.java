package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One change of many rows, each of which it changes. Confined to a call. */
final class SqlBatch {
    /** What drivers count for a row that was replaced, at most. */
    private static final int REPLACED = 2;

    /** Drivers and servers hold a statement's arrays in memory several times. */
    static final int MAX_ARRAY_BYTES = 2 << 20;

    /** Some drivers make one packet of a batch; servers take 16 MiB, with bytes written as two. */
    private static final long MOST_BYTES = 4 << 20;

    private final Session session;
    private final RowChange change;
    private final List<Session.Bind> rows = new ArrayList<>();

    SqlBatch(Session session, RowChange change) {
        this.session = session;
        this.change = change;
    }

    void add(Session.Bind row) {
        rows.add(row);
    }

    /** Changes all rows in as few round trips as their size allows; none without rows. */
    void flush() throws SQLException {
        if (!rows.isEmpty()) {
            var dialect = session.dialect();
            if (change instanceof RowChange.Replace replace && !dialect.replaces()) {
                deleteReplaced(replace);
            }
            switch (dialect.lists()) {
                case PARAMETERS -> changeOneByOne();
                case ARRAYS -> changeAtOnce();
            }
            rows.clear();
        }
    }

    /** Rows that are there or not, one by one. */
    private void deleteReplaced(RowChange.Replace replace) throws SQLException {
        var statement = session.prepared(session.dialect().change(replace.deletion()));
        for (var row : rows) {
            row.to(new SomeParameters(session.parameters(statement), replace.areReplaced()));
            statement.addBatch();
        }
        executed(statement);
    }

    private void changeAtOnce() throws SQLException {
        var dialect = session.dialect();
        var sql = dialect.change(change);
        boolean joined = change instanceof RowChange.Insert && dialect.joinsStatements();
        for (var part : ColumnArrays.parts(rows, MAX_ARRAY_BYTES)) {
            if (joined) {
                session.insert(sql, parameters -> parameters.arrays(part));
            } else {
                changePart(sql, part);
            }
        }
    }

    private void changePart(String sql, ColumnArrays part) throws SQLException {
        var statement = session.prepared(sql);
        session.parameters(statement).arrays(part);
        int changed = statement.executeUpdate();
        if (changed != part.rows()) {
            throw contradiction("%d rows of %d were changed".formatted(changed, part.rows()));
        }
    }

    /** Drivers send many rows at a time. */
    private void changeOneByOne() throws SQLException {
        var statement = session.prepared(session.dialect().change(change));
        long bytes = 0;
        for (var row : rows) {
            var parameters = session.parameters(statement);
            row.to(parameters);
            statement.addBatch();
            bytes += parameters.bytes();
            if (bytes >= MOST_BYTES) {
                changeAdded(statement);
                bytes = 0;
            }
        }
        changeAdded(statement);
    }

    private void changeAdded(PreparedStatement statement) throws SQLException {
        for (int count : executed(statement)) {
            if (!isChanged(count)) {
                throw contradiction("a row changed %d rows".formatted(count));
            }
        }
    }

    private static int[] executed(PreparedStatement statement) throws SQLException {
        try {
            return statement.executeBatch();
        } finally {
            statement.clearBatch();
        }
    }

    private static boolean isChanged(int count) {
        return (count >= 1 && count <= REPLACED) || count == Statement.SUCCESS_NO_INFO;
    }

    /**
     * A row that was read in this transaction and can not be changed in it means that the tables
     * contradict each other. Undoing everything is all that is safe.
     */
    private StoreException.Rejected contradiction(String found) {
        return new StoreException.Rejected(
                "%s instead of one each: %s".formatted(found, change.oneRow()));
    }
}
