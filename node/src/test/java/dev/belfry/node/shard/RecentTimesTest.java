package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecentTimesTest {
    private final RecentTimes times = new RecentTimes();

    private static long at(double seconds) {
        return Duration.ofMillis((long) (seconds * 1_000)).toNanos();
    }

    @Test
    void nothingHasNoRateAndNoTimes() {
        assertThat(times.perSecond(at(5))).isZero();
        assertThat(times.quantileMillis(0.99, at(5))).isZero();
    }

    @Test
    void aRateIsTakenOverTheTimeThatHasPassed() {
        for (int i = 0; i < 100; i++) {
            times.record(at(0.1 * i), 3);
        }
        assertThat(times.perSecond(at(9.9))).isBetween(10.0, 10.2);
        assertThat(times.perSecond(at(15))).isBetween(6.0, 7.0);
    }

    @Test
    void oneEventIsNoHundredASecond() {
        times.record(at(1), 3);
        assertThat(times.perSecond(at(1.01))).isEqualTo(1);
    }

    @Test
    void whatIsLongAgoIsForgotten() {
        times.record(at(0), 3);
        times.record(at(9), 3);
        assertThat(times.perSecond(at(12))).isPositive();
        assertThat(times.perSecond(at(40))).isZero();
        assertThat(times.count()).isZero();
    }

    @Test
    void aQuantileIsTheBoundOfItsBucket() {
        for (int i = 0; i < 98; i++) {
            times.record(at(1), 4);
        }
        times.record(at(1), 700);
        times.record(at(1), 10_000_000);
        assertThat(times.quantileMillis(0.5, at(2))).isEqualTo(5);
        assertThat(times.quantileMillis(0.99, at(2))).isEqualTo(1_000);
        assertThat(times.quantileMillis(1, at(2))).isEqualTo(3_600_000);
    }
}
