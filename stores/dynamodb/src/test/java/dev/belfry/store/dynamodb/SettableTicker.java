package dev.belfry.store.dynamodb;

import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only by sleeping, and then at once. Thread-safe. */
final class SettableTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void sleep(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
