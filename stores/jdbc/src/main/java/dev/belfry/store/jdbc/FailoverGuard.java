package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps all sessions of a store on one server, which takes writes and keeps what it acknowledges.
 * Thread-safe.
 *
 * <p>Sessions belong to a term. A new one begins when a server that was in use takes no writes any
 * more or loses what it acknowledges, and when a connection leads to another server than the last
 * one: what is left on the former server might show what has long changed on the new one. Sessions
 * of a former term are never used again; docs/decisions/0041-sessions-and-failover.md tells more.
 */
final class FailoverGuard implements SessionCheck {
    private static final Logger LOG = LoggerFactory.getLogger(FailoverGuard.class);

    /** A server that does not answer for longer than a proof of life is as good as gone. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

    /** By then everybody who lives has a session on a server, and has written to it. */
    private static final Duration NEW = Duration.ofSeconds(5);

    private final Login.Question<Inspection> question;
    private final Ticker ticker;
    private final AtomicLong term = new AtomicLong();
    private volatile OptionalLong arrived = OptionalLong.empty();
    private volatile String server = "";
    private volatile String history = "";
    private volatile boolean hasNewHistory;
    private volatile Optional<String> refusal = Optional.empty();
    private volatile List<String> weaknesses = List.of();

    FailoverGuard(Login.Question<Inspection> question, Ticker ticker) {
        this.question = question;
        this.ticker = ticker;
    }

    @Override
    public long term() {
        return term.get();
    }

    @Override
    public long opened(Connection connection) throws SQLException {
        return look(connection);
    }

    /** What one session finds out holds for all that lead to the same server. */
    @Override
    public long rested(Connection connection) throws SQLException {
        try {
            return look(connection);
        } catch (StoreException.Unavailable e) {
            retire();
            throw e;
        }
    }

    /** Begins a new term: a server has said that it is not the one that writes. */
    void retire() {
        term.incrementAndGet();
    }

    /**
     * Whether the database is no longer the one that this node knows: what was acknowledged may be
     * missing.
     */
    boolean hasNewHistory() {
        return hasNewHistory;
    }

    /** The node has been told. */
    void historyTold() {
        hasNewHistory = false;
    }

    /**
     * Whether sessions have led to another server for so short a time that those of others may not.
     */
    boolean isServerNew() {
        var since = arrived;
        return since.isPresent() && ticker.nanos() - since.getAsLong() < NEW.toNanos();
    }

    /** Why the last server that was asked is not used. */
    Optional<String> refusal() {
        return refusal;
    }

    Optional<String> weakness() {
        return weaknesses.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", weaknesses));
    }

    private long look(Connection connection) throws SQLException {
        long began = term.get();
        var found = usable(connection);
        learn(found);
        follow(found.history());
        return found.server().equals(server) ? began : arrive(found.server());
    }

    private Inspection usable(Connection connection) throws SQLException {
        try {
            return ask(connection);
        } catch (StoreException.Rejected e) {
            var why = String.valueOf(e.getMessage());
            if (!refusal.equals(Optional.of(why))) {
                LOG.atWarn().addKeyValue("because", why).log("the database is not used any more");
            }
            refusal = Optional.of(why);
            throw new StoreException.Unavailable(why, e);
        }
    }

    private Inspection ask(Connection connection) throws SQLException {
        int usual = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) LONGEST_LOOK.toMillis());
        var found = question.on(connection);
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        connection.setNetworkTimeout(Runnable::run, usual);
        return found;
    }

    private void learn(Inspection found) {
        if (refusal.isPresent()) {
            LOG.atInfo().log("the database can be used again");
            refusal = Optional.empty();
        }
        if (!found.weaknesses().equals(weaknesses)) {
            weaknesses = found.weaknesses();
            weaknesses.forEach(
                    it -> LOG.atWarn().addKeyValue("because", it).log("the database is weak"));
        }
    }

    private synchronized void follow(String found) {
        if (found.equals(history)) {
            return;
        }
        if (!history.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("former", history)
                    .addKeyValue("now", found)
                    .log("the database has another history");
            hasNewHistory = true;
        }
        history = found;
    }

    private synchronized long arrive(String other) {
        if (!server.isEmpty()) {
            arrived = OptionalLong.of(ticker.nanos());
            LOG.atInfo()
                    .addKeyValue("former", server)
                    .addKeyValue("now", other)
                    .log("connections lead to another server");
        }
        server = other;
        return term.incrementAndGet();
    }
}
