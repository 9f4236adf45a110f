package dev.belfry.store.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryPatienceTest {
    private static final RetryPatience.Waits WAITS =
            new RetryPatience.Waits(
                    Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofSeconds(4));

    private final VirtualTicker ticker = new VirtualTicker();

    /** Time that passes by sleeping only. */
    private static final class VirtualTicker implements Ticker {
        private final List<Duration> slept = new ArrayList<>();
        private long nanos;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            slept.add(duration);
            nanos += duration.toNanos();
        }
    }

    @Test
    void waitsGrowUpToTheLongestAndEndBeforeTheLimit() {
        var patience = new RetryPatience(ticker, WAITS);
        while (patience.waits()) {
            assertThat(ticker.slept.getLast()).isBetween(Duration.ofMillis(10), WAITS.most());
        }
        assertThat(ticker.slept.getFirst()).isLessThan(WAITS.first());
        assertThat(ticker.slept.getLast()).isGreaterThanOrEqualTo(WAITS.most().dividedBy(2));
        assertThat(ticker.nanos)
                .isLessThanOrEqualTo(WAITS.longest().toNanos())
                .isGreaterThan(WAITS.longest().minus(WAITS.most()).toNanos());
    }

    @Test
    void anInterruptedCallerWaitsNoMoreAndStaysInterrupted() {
        var patience = new RetryPatience(ticker, WAITS);
        Thread.currentThread().interrupt();
        assertThat(patience.waits()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ticker.slept).isEmpty();
    }
}
