package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A limited number of sessions that are opened when they are needed and used again, the last one
 * first. Thread-safe; docs/decisions/0015-sessions-and-their-pool.md says why it is our own.
 */
public final class SessionPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionPool.class);

    /** A call that finds no session within a proof of life had better fail and be tried again. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** A session that rested longer is asked whether it still lives. */
    private static final Duration TRUSTED_REST = Duration.ofSeconds(1);

    /** Servers' memory for a connection grows, and names come to mean other machines. */
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(30);

    private final Opener opener;
    private final Dialect dialect;
    private final int size;
    private final Semaphore free;
    private final Deque<Resting> resting = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long lastBreak = System.nanoTime();

    /** Opens a connection and sets it up. */
    @FunctionalInterface
    public interface Opener {
        Connection open() throws SQLException;
    }

    private record Resting(Session session, long opened, long since) {}

    public SessionPool(Opener opener, Dialect dialect, int size) {
        this.opener = opener;
        this.dialect = dialect;
        this.size = size;
        this.free = new Semaphore(size, true);
    }

    /** Sessions at the same time, at most. */
    public int size() {
        return size;
    }

    /** A session that is given back by closing it. */
    public Session take() throws SQLException {
        awaitFree();
        try {
            if (closed.get()) {
                throw new StoreException.Unavailable("the store is closed");
            }
            return restedOrOpened();
        } catch (SQLException | RuntimeException | Error e) {
            free.release();
            throw e;
        }
    }

    private void awaitFree() {
        try {
            if (!free.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException.Unavailable(
                        "all %d connections were busy for %d ms"
                                .formatted(size, LONGEST_WAIT.toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("interrupted while waiting for a connection", e);
        }
    }

    private Session restedOrOpened() throws SQLException {
        for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
            if (isAlive(rested)) {
                return rested.session();
            }
            abort(rested.session());
            abortResting();
        }
        long now = System.nanoTime();
        return new Session(
                opener.open(), dialect, (session, broken) -> takeBack(session, now, broken));
    }

    /** What ended one has most likely ended all, and to ask each of them can take seconds. */
    private void abortResting() {
        for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
            abort(rested.session());
        }
    }

    /** What has rested since before a connection broke may have been broken by the same cause. */
    private boolean isAlive(Resting rested) {
        boolean trusted =
                System.nanoTime() - rested.since() < TRUSTED_REST.toNanos()
                        && rested.since() - lastBreak > 0;
        return trusted || answers(rested.session());
    }

    private static boolean answers(Session session) {
        try {
            return session.isAlive(LONGEST_WAIT);
        } catch (SQLException e) {
            return false;
        }
    }

    private void takeBack(Session session, long opened, boolean broken) {
        long now = System.nanoTime();
        if (broken) {
            lastBreak = now;
            abort(session);
        } else if (now - opened > LONGEST_LIFE.toNanos()) {
            end(session);
        } else {
            resting.push(new Resting(session, opened, now));
        }
        free.release();
    }

    /** Waits for the sessions that are out. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            free.acquireUninterruptibly(size);
            for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
                end(rested.session());
            }
            free.release(size);
        }
    }

    /** Some drivers commit what is open when they are closed, and wait for an answer to that. */
    private static void abort(Session session) {
        try {
            session.abort();
        } catch (SQLException e) {
            LOG.atDebug().setCause(e).log("Aborting a connection failed");
        }
    }

    private static void end(Session session) {
        try {
            session.end();
        } catch (SQLException e) {
            LOG.atDebug().setCause(e).log("Closing a connection failed");
        }
    }
}
