package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One statement for many rows, each of which it changes. Confined to a call. */
final class Batch {
    /** What drivers count for an upsert that replaced a row, at most. */
    private static final int REPLACED = 2;

    private final Session session;
    private final String sql;
    private final List<Session.Bind> rows = new ArrayList<>();

    Batch(Session session, String sql) {
        this.session = session;
        this.sql = sql;
    }

    void add(Session.Bind row) {
        rows.add(row);
    }

    /** Runs the statement for all rows in one round trip; nothing happens without rows. */
    void flush() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        var statement = session.prepared(sql);
        for (var row : rows) {
            row.to(new Parameters(statement));
            statement.addBatch();
        }
        requireAllChanged(executed(statement));
        rows.clear();
    }

    private static int[] executed(PreparedStatement statement) throws SQLException {
        try {
            return statement.executeBatch();
        } finally {
            statement.clearBatch();
        }
    }

    /**
     * A row that was read in this transaction and can not be changed in it means that the tables
     * contradict each other. Undoing everything is all that is safe.
     */
    private void requireAllChanged(int[] counts) {
        for (int i = 0; i < counts.length; i++) {
            if (!isChanged(counts[i])) {
                throw new StoreException.Rejected(
                        "row %d of %d changed %d rows instead of one: %s"
                                .formatted(i + 1, rows.size(), counts[i], sql.strip()));
            }
        }
    }

    private static boolean isChanged(int count) {
        return (count >= 1 && count <= REPLACED) || count == Statement.SUCCESS_NO_INFO;
    }
}
