package dev.belfry.store.jdbc;

import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
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

    /** A session that was looked at longer ago is looked at before it is used. */
    static final Duration TRUSTED = Duration.ofSeconds(1);

    /** Servers' memory for a connection grows, and names come to mean other machines. */
    static final Duration LONGEST_LIFE = Duration.ofMinutes(30);

    /** So that sessions which were opened together do not end together. */
    private static final Duration SHORTEST_LIFE = Duration.ofMinutes(24);

    private final Opener opener;
    private final SessionCheck check;
    private final Dialect dialect;
    private final int size;
    private final Ticker ticker;
    private final Semaphore free;
    private final Deque<Pooled> resting = new ConcurrentLinkedDeque<>();
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long lastBreak;

    /** Opens a connection and sets it up. */
    @FunctionalInterface
    public interface Opener {
        Connection open() throws SQLException;
    }

    /** A session and what is known of it. Confined to whoever has it: a call, or the pool. */
    private final class Pooled {
        private final Session session;
        private final long end;
        private long term;
        private long looked;
        private long since;

        Pooled(Connection connection, long opened, long term) {
            this.session = new Session(connection, dialect, (_, broken) -> takeBack(this, broken));
            this.end = opened + life();
            this.term = term;
            this.looked = opened;
        }

        /** What rested while a connection broke may have been broken by the same cause. */
        boolean isTrusted(long now) {
            return now - looked < TRUSTED.toNanos() && since - lastBreak > 0;
        }

        void look(long now) throws SQLException {
            term = session.rested(check);
            looked = now;
        }
    }

    public SessionPool(
            Opener opener, SessionCheck check, Dialect dialect, int size, Ticker ticker) {
        this.opener = opener;
        this.check = check;
        this.dialect = dialect;
        this.size = size;
        this.ticker = ticker;
        this.free = new Semaphore(size, true);
        this.lastBreak = ticker.nanos();
    }

    private static long life() {
        return ThreadLocalRandom.current()
                .nextLong(SHORTEST_LIFE.toNanos(), LONGEST_LIFE.toNanos());
    }

    /** Sessions at the same time, at most. */
    public int size() {
        return size;
    }

    /** How it is used at this moment. */
    public PoolUse use(String name) {
        return new PoolUse(
                name,
                size,
                size - free.availablePermits(),
                free.getQueueLength(),
                waits.sum(),
                Duration.ofNanos(waitedNanos.sum()));
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

    /** Nobody passes those who wait already. */
    private void awaitFree() {
        try {
            if (!free.tryAcquire(0, TimeUnit.NANOSECONDS)) {
                waitFree();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("interrupted while waiting for a connection", e);
        }
    }

    private void waitFree() throws InterruptedException {
        long began = ticker.nanos();
        waits.increment();
        try {
            if (!free.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException.Unavailable(
                        "all %d connections were busy for %d ms"
                                .formatted(size, LONGEST_WAIT.toMillis()));
            }
        } finally {
            waitedNanos.add(ticker.nanos() - began);
        }
    }

    private Session restedOrOpened() throws SQLException {
        for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
            if (isUsable(rested)) {
                return rested.session;
            }
            abort(rested.session);
        }
        return opened();
    }

    /** One of a former term is not asked: to ask all of them can take seconds. */
    private boolean isUsable(Pooled rested) {
        if (rested.term != check.term()) {
            return false;
        }
        long now = ticker.nanos();
        if (rested.isTrusted(now)) {
            return true;
        }
        try {
            rested.look(now);
            return true;
        } catch (SQLException | StoreException.Unavailable e) {
            LOG.atDebug().setCause(e).log("A connection is of no use any more");
            abortResting();
            return false;
        }
    }

    /** What ended one has most likely ended all. */
    private void abortResting() {
        for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
            abort(rested.session);
        }
    }

    private Session opened() throws SQLException {
        long now = ticker.nanos();
        var connection = opener.open();
        try {
            return new Pooled(connection, now, check.opened(connection)).session;
        } catch (SQLException | RuntimeException e) {
            connection.abort(Runnable::run);
            throw e;
        }
    }

    private void takeBack(Pooled pooled, boolean broken) {
        long now = ticker.nanos();
        if (broken) {
            lastBreak = now;
            abort(pooled.session);
        } else if (now - pooled.end > 0) {
            end(pooled.session);
        } else {
            pooled.since = now;
            resting.push(pooled);
        }
        endLongestRested(now);
        free.release();
    }

    /** One that is never needed again would otherwise rest for ever. */
    private void endLongestRested(long now) {
        var rested = resting.peekLast();
        if (rested != null
                && (now - rested.end > 0 || rested.term != check.term())
                && resting.remove(rested)) {
            end(rested.session);
        }
    }

    /** Waits for the sessions that are out. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            free.acquireUninterruptibly(size);
            for (var rested = resting.poll(); rested != null; rested = resting.poll()) {
                end(rested.session);
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
