package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.belfry.core.store.Parallel;
import dev.belfry.core.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The three ways in which the store talks to the servers. Thread-safe. */
final class Cql implements AutoCloseable {
    /** What a conditional write waits for, and what a read asks, so that they meet. */
    static final ConsistencyLevel QUORUM = DefaultConsistencyLevel.LOCAL_QUORUM;

    /** Among whom a condition is decided: one data centre, always the same. */
    static final ConsistencyLevel SERIAL = DefaultConsistencyLevel.LOCAL_SERIAL;

    /** Calls to one shard each. */
    static final Parallel PARALLEL = new Parallel(64);

    /** Others that come in between so often are no accident. */
    private static final int TURNS = 10;

    private final CqlSession session;
    private final Runnable onClose;
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    /**
     * Over a session that stands in its keyspace.
     *
     * @param onClose what closing means: the session may be shared
     */
    Cql(CqlSession session, Runnable onClose) {
        this.session = session;
        this.onClose = onClose;
    }

    /** A statement to bind values to; those left out stay as they are in the table. */
    BoundStatementBuilder statement(String text) {
        return prepared(text).boundStatementBuilder();
    }

    private PreparedStatement prepared(String text) {
        try {
            return prepared.computeIfAbsent(text, session::prepare);
        } catch (RuntimeException e) {
            throw CqlErrors.ofRead(e);
        }
    }

    /** All that a statement finds: every conditional write that was acknowledged before. */
    List<Row> read(BoundStatement statement) {
        return read(statement, QUORUM);
    }

    /** Like {@link #read}, after finishing whatever conditional write was left half done. */
    List<Row> readSerially(BoundStatement statement) {
        for (int turn = 1; turn < TURNS; turn++) {
            try {
                return read(statement, SERIAL);
            } catch (StoreException.Unavailable e) {
                if (!CqlErrors.isContended(e)) {
                    throw e;
                }
            }
        }
        return read(statement, SERIAL);
    }

    private List<Row> read(BoundStatement statement, ConsistencyLevel consistency) {
        try {
            return session.execute(
                            statement
                                    .setConsistencyLevel(consistency)
                                    .setIdempotent(true)
                                    .setExecutionProfileName(Connecting.READS))
                    .all();
        } catch (RuntimeException e) {
            throw CqlErrors.ofRead(e);
        }
    }

    /**
     * A conditional write, sent once.
     *
     * @return ask {@link ResultSet#wasApplied} first; the row shows what stood in the way
     */
    ResultSet write(Statement<?> statement) {
        try {
            return session.execute(
                    statement.setConsistencyLevel(QUORUM).setSerialConsistencyLevel(SERIAL));
        } catch (RuntimeException e) {
            throw CqlErrors.ofWrite(e);
        }
    }

    /**
     * Writes a row whether it is there or not, by the one of two conditional writes that applies.
     */
    void putEither(BoundStatement ifThere, BoundStatement ifAbsent) {
        for (int turn = 0; turn < TURNS; turn++) {
            if (write(ifThere).wasApplied() || write(ifAbsent).wasApplied()) {
                return;
            }
        }
        throw new StoreException.Unavailable("others write the same row all the time");
    }

    @Override
    public void close() {
        onClose.run();
    }
}
