package dev.belfry.store.dynamodb;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a call is tried again: with growing, random waits, up to a limit. Confined to a call.
 *
 * <p>The limit is far below the ten minutes for which DynamoDB knows a transaction by its token,
 * and about as long as a node may be silent anyway before its shards are taken.
 */
final class Patience {
    private static final Duration LONGEST = Duration.ofSeconds(4);
    private static final Duration FIRST_WAIT = Duration.ofMillis(20);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

    private final Ticker ticker;
    private final long end;
    private Duration wait = FIRST_WAIT;

    Patience(Ticker ticker) {
        this.ticker = ticker;
        this.end = ticker.nanos() + LONGEST.toNanos();
    }

    /** Waits before another try, unless that would take too long. */
    boolean waits() {
        long nanos = ThreadLocalRandom.current().nextLong(wait.toNanos() / 2, wait.toNanos());
        if (ticker.nanos() + nanos - end > 0) {
            return false;
        }
        wait =
                wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0
                        ? wait.multipliedBy(2)
                        : LONGEST_WAIT;
        return slept(Duration.ofNanos(nanos));
    }

    /** An interrupted caller wants to end, not to wait. */
    private boolean slept(Duration duration) {
        try {
            ticker.sleep(duration);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
