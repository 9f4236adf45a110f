package dev.belfry.store.common;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a call is tried again: with growing, random waits, up to a limit. Confined to a call.
 */
public final class RetryPatience {
    /**
     * What a store waits between tries.
     *
     * @param longest for all tries together
     */
    public record Waits(Duration first, Duration most, Duration longest) {}

    private final Ticker ticker;
    private final Waits waits;
    private final long end;
    private Duration next;

    public RetryPatience(Ticker ticker, Waits waits) {
        this.ticker = ticker;
        this.waits = waits;
        this.end = ticker.nanos() + waits.longest().toNanos();
        this.next = waits.first();
    }

    /** Waits before another try, unless that would take too long. */
    public boolean waits() {
        long nanos = ThreadLocalRandom.current().nextLong(next.toNanos() / 2, next.toNanos());
        if (ticker.nanos() + nanos - end > 0) {
            return false;
        }
        var doubled = next.multipliedBy(2);
        next = doubled.compareTo(waits.most()) < 0 ? doubled : waits.most();
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
