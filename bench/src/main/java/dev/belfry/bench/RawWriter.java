package dev.belfry.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Inserts and deletes the rows in a plain JDBC loop, so many in a transaction: no fence, no look,
 * no answer.
 */
final class RawWriter implements TimerSettler {
    private final Connection connection;
    private final RawTimers rows;
    private final RawTimers.ShardKeys shards;
    private final int batch;
    private List<NewTimer> written = List.of();

    /** Makes the tables first. */
    static RawWriter onNew(BenchDatabase database, int batch) throws SQLException {
        database.create();
        return new RawWriter(database, batch);
    }

    RawWriter(BenchDatabase database, int batch) throws SQLException {
        this.connection = database.durable();
        this.rows = database.rows(connection, batch);
        this.shards = RawTimers.ShardKeys.read(connection);
        this.batch = batch;
    }

    @Override
    public void write(List<NewTimer> timers) throws SQLException {
        written = timers;
        each(timers, rows::add);
    }

    @Override
    public void settle() throws SQLException {
        each(written, timer -> rows.remove(shards.placeOf(timer)));
    }

    @FunctionalInterface
    private interface Change {
        void of(NewTimer timer) throws SQLException;
    }

    private void each(List<NewTimer> timers, Change change) throws SQLException {
        int inBatch = 0;
        for (var timer : timers) {
            change.of(timer);
            if (++inBatch == batch) {
                commit();
                inBatch = 0;
            }
        }
        if (inBatch > 0) {
            commit();
        }
    }

    private void commit() throws SQLException {
        rows.flush();
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    @Override
    public double timersPerCommit() {
        return batch;
    }

    @Override
    public void close() throws SQLException {
        rows.close();
        connection.close();
    }
}
