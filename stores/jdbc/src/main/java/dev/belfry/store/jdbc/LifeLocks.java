package dev.belfry.store.jdbc;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.timer.Digest;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Tells which lives of nodes have sessions, where a database has locks that end with theirs: each
 * session that writes holds the lock of its node's life. Thread-safe.
 */
final class LifeLocks {
    private final Optional<Dialect.LifeLock> words;
    private volatile Optional<Incarnation> own = Optional.empty();

    LifeLocks(Dialect dialect) {
        this.words = dialect.lifeLock();
    }

    /** From now on the sessions are those of this life. */
    void live(Incarnation life) {
        own = Optional.of(life);
    }

    /** Has a session hold the lock of this node's life, unless it does already. */
    void hold(Session session) throws SQLException {
        var life = own;
        if (words.isPresent() && life.isPresent()) {
            session.holdLife(words.get(), number(life.get()));
        }
    }

    /**
     * Whether a life certainly has no session; nobody of it gets one before the transaction ends.
     */
    boolean isFree(Session session, Incarnation life) throws SQLException {
        // A session never stands in its own way.
        return words.isPresent()
                && !own.equals(Optional.of(life))
                && session.first(
                                        words.get().isFree(),
                                        parameters -> parameters.number(number(life)),
                                        Row::integer)
                                .orElseThrow()
                        == 1;
    }

    private static long number(Incarnation life) {
        return Digest.of(List.of(life.toString().getBytes(StandardCharsets.UTF_8))).high();
    }
}
