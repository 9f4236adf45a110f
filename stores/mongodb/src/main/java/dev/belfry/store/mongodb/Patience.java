package dev.belfry.store.mongodb;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a call is tried again: with growing, random waits, up to a limit. Confined to a call.
 *
 * <p>The limit is about as long as a node may be silent anyway before its shards are taken, and
 * longer than a transaction of a stopped owner lives on a server that is set as Belfry asks.
 */
final class Patience {
    private static final Duration LONGEST = Duration.ofSeconds(4);
    private static final Duration FIRST_WAIT = Duration.ofMillis(4);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final long end = System.nanoTime() + LONGEST.toNanos();
    private Duration wait = FIRST_WAIT;

    /** Waits before another try, unless that would take too long. */
    boolean waits() {
        long nanos = ThreadLocalRandom.current().nextLong(wait.toNanos() / 2, wait.toNanos());
        if (System.nanoTime() + nanos - end > 0) {
            return false;
        }
        var doubled = wait.multipliedBy(2);
        wait = doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
        return slept(nanos);
    }

    /** An interrupted caller wants to end, not to wait. */
    private static boolean slept(long nanos) {
        try {
            Thread.sleep(Duration.ofNanos(nanos));
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
