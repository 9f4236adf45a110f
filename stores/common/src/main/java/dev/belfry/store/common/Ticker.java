package dev.belfry.store.common;

import java.time.Duration;

/** Monotonic time, and waiting by it. */
public interface Ticker {
    Ticker SYSTEM =
            new Ticker() {
                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public void sleep(Duration duration) throws InterruptedException {
                    Thread.sleep(duration);
                }
            };

    long nanos();

    void sleep(Duration duration) throws InterruptedException;
}
