package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Inserts and deletes rows in a plain JDBC loop, so many by a statement, each a transaction: no
 * fence, no look, no answer.
 */
record RawWriter(
        Connection connection, RawInserts inserts, ArrayDeletes deletes, RawRows rows, int batch)
        implements AutoCloseable {
    static RawWriter on(PostgresTables tables, int batch) throws SQLException {
        var connection = tables.durable();
        return new RawWriter(
                connection,
                tables.inserts(connection, batch),
                ArrayDeletes.by(connection),
                RawRows.in(connection),
                batch);
    }

    void write(List<SampleTimer> timers) throws SQLException {
        for (int from = 0; from < timers.size(); from += batch) {
            for (var timer : part(timers, from)) {
                inserts.add(timer);
            }
            inserts.flush();
        }
    }

    void delete(List<SampleTimer> timers) throws SQLException {
        for (int from = 0; from < timers.size(); from += batch) {
            deletes.delete(part(timers, from).stream().map(rows::key).toList());
        }
    }

    private List<SampleTimer> part(List<SampleTimer> timers, int from) {
        return timers.subList(from, Math.min(timers.size(), from + batch));
    }

    @Override
    public void close() throws SQLException {
        inserts.close();
        deletes.close();
        connection.close();
    }
}
