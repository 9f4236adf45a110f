package dev.belfry.store.jdbc;

import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the store's work on sessions: the one edge where a driver's failures are translated. */
final class Transactions implements AutoCloseable {
    /** A little more than servers let a stopped transaction hold its locks. */
    private static final Duration PATIENCE = Duration.ofMillis(2_500);

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final Connections connections;
    private final Optional<String> endStopped;
    private final SqlErrors errors;
    private final LifeLocks lives;

    /** Turns of those who only look, for half of the sessions: the engine's reads have the rest. */
    private final Semaphore visitors;

    /** Something to do on a session. */
    @FunctionalInterface
    interface Work<T> {
        T on(Session session) throws SQLException;
    }

    /** Something to do on a session that gives nothing back. */
    @FunctionalInterface
    interface Task {
        void on(Session session) throws SQLException;
    }

    Transactions(Connections connections, Dialect dialect) {
        this.connections = connections;
        this.endStopped = dialect.endStopped();
        this.errors = new SqlErrors(dialect);
        this.lives = new LifeLocks(dialect);
        this.visitors = new Semaphore(Math.max(1, connections.readers() / 2), true);
    }

    /** Reads; each statement sees all that was acknowledged before it began. */
    <T> T read(Work<T> work) {
        try (var session = connections.reader()) {
            return reading(session, work);
        } catch (SQLException e) {
            throw errors.beforeCommit(e);
        }
    }

    /** Reads for somebody who looks: however many they are, the engine's own reads go on. */
    <T> T visit(Work<T> work) {
        awaitTurn();
        try {
            return read(work);
        } finally {
            visitors.release();
        }
    }

    private void awaitTurn() {
        try {
            if (!visitors.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException.Unavailable("too many read at the same time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("interrupted while waiting for a connection", e);
        }
    }

    private <T> T reading(Session session, Work<T> work) throws SQLException {
        try {
            return work.on(session);
        } catch (SQLException e) {
            leave(session, e);
            throw e;
        }
    }

    /**
     * Reads and writes in one transaction; when this returns, all of it is durable. Whoever is in
     * the way gets some time to end or to be ended.
     */
    <T> T write(Work<T> work) {
        return patiently(
                session -> {
                    var result = undoneOnFailure(session, work);
                    return judged(
                            session,
                            it -> {
                                it.commit();
                                return result;
                            });
                });
    }

    /** The same for work that ends its transaction by itself, in the message that begins it. */
    <T> T writeAtOnce(Work<T> work) {
        return patiently(
                session ->
                        judged(
                                session,
                                it -> {
                                    lives.hold(it);
                                    return work.on(it);
                                }));
    }

    private <T> T patiently(Work<T> transaction) {
        long start = System.nanoTime();
        while (true) {
            try (var session = connections.writer()) {
                return transaction.on(session);
            } catch (SQLException e) {
                if (!errors.isContention(e) || System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw errors.beforeCommit(e);
                }
            }
            if (endStopped.isPresent()) {
                endStopped(endStopped.get());
            }
        }
    }

    /** Where it is not allowed, a stopped node holds its shards until an operator ends it. */
    private void endStopped(String statement) {
        try (var session = connections.reader()) {
            reading(
                    session,
                    it -> {
                        it.run(statement);
                        return true;
                    });
        } catch (SQLException | StoreException.Unavailable e) {
            LOG.atDebug().setCause(e).log("Transactions of stopped nodes were not ended");
        }
    }

    void change(Task task) {
        write(
                session -> {
                    task.on(session);
                    return true;
                });
    }

    private <T> T undoneOnFailure(Session session, Work<T> work) throws SQLException {
        try {
            session.begin();
            lives.hold(session);
            return work.on(session);
        } catch (SQLException e) {
            leave(session, e);
            rollback(session, e);
            throw e;
        } catch (RuntimeException | Error e) {
            rollback(session, e);
            throw e;
        }
    }

    /** A commit that was refused is a failure like any before it: certainly nothing was written. */
    private <T> T judged(Session session, Work<T> commit) throws SQLException {
        try {
            return commit.on(session);
        } catch (SQLException e) {
            leave(session, e);
            if (!errors.refusesCommit(e)) {
                session.breaks();
                throw SqlErrors.inDoubt(e);
            }
            rollback(session, e);
            throw e;
        } catch (RuntimeException | Error e) {
            session.breaks();
            throw e;
        }
    }

    private void leave(Session session, SQLException failure) {
        session.forgetStatements();
        if (errors.breaks(failure)) {
            session.breaks();
        }
        if (errors.isReadOnly(failure)) {
            connections.retire();
        }
    }

    /** A transaction that can not be rolled back is never committed either: its session ends. */
    private void rollback(Session session, Throwable cause) {
        try {
            session.rollback();
        } catch (SQLException e) {
            if (!errors.hadRolledBack(e)) {
                cause.addSuppressed(e);
                session.breaks();
            }
        }
    }

    /** Which lives of nodes have sessions. */
    LifeLocks lives() {
        return lives;
    }

    List<PoolUse> pools() {
        return connections.pools();
    }

    /**
     * Whether a server has been used for so short a time that others may not have come to it yet.
     */
    boolean isServerNew() {
        return connections.isServerNew();
    }

    boolean hasNewHistory() {
        return connections.hasNewHistory();
    }

    /** A mark that passed what is there again would hide it. */
    void requireKnownHistory() {
        if (hasNewHistory()) {
            throw new StoreException.Unavailable(
                    "the database has another history than the one that this node knows");
        }
    }

    void historyTold() {
        connections.historyTold();
    }

    Optional<String> refusal() {
        return connections.refusal();
    }

    Optional<String> weakness() {
        return connections.weakness();
    }

    boolean isBroken() {
        return connections.isBroken();
    }

    @Override
    public void close() {
        connections.close();
    }
}
