package dev.belfry.store.jdbc.sqlite;

import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.Connections;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Session;
import dev.belfry.store.jdbc.SessionPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that writes and a few that read. Writers wait in order in front of the one
 * connection, which is cheaper and fairer than SQLite's own waiting. Thread-safe.
 */
final class SqliteConnections implements Connections {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteConnections.class);

    private final Dialect dialect;
    private final Session writer;
    private final WriteAheadLog log;
    private final Semaphore writing = new Semaphore(1, true);
    private final SessionPool readers;
    private final Runnable afterClose;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean writesStopped;

    SqliteConnections(Dialect dialect, Connection writer, SessionPool readers, Runnable afterClose)
            throws SQLException {
        this.dialect = dialect;
        this.writer = new Session(writer, dialect, this::takeBackWriter);
        this.log = new WriteAheadLog(writer);
        this.readers = readers;
        this.afterClose = afterClose;
    }

    @Override
    public Session writer() {
        writing.acquireUninterruptibly();
        if (closed.get() || writesStopped) {
            writing.release();
            throw noWrites();
        }
        return writer;
    }

    @Override
    public Session reader() throws SQLException {
        return readers.take();
    }

    @Override
    public List<PoolUse> pools() {
        return List.of(readers.use("readers"));
    }

    @Override
    public int readers() {
        return readers.size();
    }

    @Override
    public boolean isBroken() {
        return writesStopped;
    }

    private StoreException.Unavailable noWrites() {
        return new StoreException.Unavailable(
                closed.get()
                        ? "the store is closed"
                        : "the store takes no writes until it is opened anew: the disk failed, and what it holds must be read again from the start");
    }

    private void takeBackWriter(Session session, boolean broken) {
        try {
            if (broken) {
                stopWrites();
            } else {
                checkpoint();
            }
        } finally {
            writing.release();
        }
    }

    /** What a checkpoint can not copy stays in the log: a full disk is over when there is room. */
    private void checkpoint() {
        try {
            log.checkpointIfLong();
        } catch (SQLException e) {
            LOG.atError()
                    .setCause(e)
                    .log("Checkpoint failed; it is tried again with the next commit");
            if (dialect.fault(e) == Dialect.Fault.BROKEN) {
                stopWrites();
            }
        }
    }

    private void stopWrites() {
        writesStopped = true;
        LOG.atError().log("Writes stopped after a failure of the disk until the store is reopened");
    }

    /** SQLite copies the log into the database file when the last connection ends. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            writing.acquireUninterruptibly();
            readers.close();
            endLog();
            end(writer);
            writing.release();
            afterClose.run();
        }
    }

    private void endLog() {
        try {
            log.close();
        } catch (SQLException e) {
            LOG.atWarn().setCause(e).log("Closing the log failed");
        }
    }

    private static void end(Session session) {
        try {
            session.end();
        } catch (SQLException e) {
            LOG.atWarn().setCause(e).log("Closing a connection failed");
        }
    }
}
