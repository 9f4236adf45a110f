package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** By statements of one row, many in a batch; a row that is alone needs none. */
final class SingleInserts implements RawInserts {
    private static final String INSERT =
            "INSERT INTO timers (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    .formatted(RawRows.COLUMNS);

    private final PreparedStatement insert;
    private final RawRows rows;

    /** Of which the last one stands in the statement's parameters only. */
    private int count;

    SingleInserts(Connection connection) throws SQLException {
        this.rows = RawRows.in(connection);
        this.insert = connection.prepareStatement(INSERT);
    }

    @Override
    public void add(SampleTimer timer) throws SQLException {
        if (count++ > 0) {
            insert.addBatch();
        }
        int column = 1;
        for (var value : rows.values(timer)) {
            insert.setObject(column++, value);
        }
    }

    /** The driver of PostgreSQL does not prepare a batch of one. */
    @Override
    public void flush() throws SQLException {
        if (count == 1) {
            insert.executeUpdate();
        } else if (count > 1) {
            insert.addBatch();
            insert.executeBatch();
        }
        count = 0;
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
