package dev.belfry.core.store;

import static dev.belfry.core.Checks.require;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * How a database is reached.
 *
 * @param url as it is now: it may hold a password, which changes while a store is open
 * @param connections at the same time, at most; only SQL servers have them
 */
public record StoreAccess(Supplier<String> url, int connections) {
    /** What eight calls of the engine, beats, claims and readers need. */
    public static final int USUAL_CONNECTIONS = 16;

    /** With fewer, beats would wait behind commits. */
    private static final int FEWEST_CONNECTIONS = 8;

    /** More than a server can work on at a time only makes its queue longer. */
    private static final int MOST_CONNECTIONS = 200;

    public StoreAccess {
        requireUseful(connections);
    }

    /** Refuses a number of connections that would do harm. */
    public static void requireUseful(int connections) {
        require(
                connections >= FEWEST_CONNECTIONS && connections <= MOST_CONNECTIONS,
                "store.connections",
                "must be %d to %d, not %d",
                FEWEST_CONNECTIONS,
                MOST_CONNECTIONS,
                connections);
    }

    /** By a URL that does not change, with the usual number of connections. */
    public static StoreAccess by(String url) {
        return new StoreAccess(() -> url, USUAL_CONNECTIONS);
    }

    /** The same database, whose URL is written in another way. */
    public StoreAccess rewritten(UnaryOperator<String> how) {
        return new StoreAccess(() -> how.apply(url.get()), connections);
    }
}
