package dev.belfry.operate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BucketCountsTest {
    private final Timer timer =
            Timer.builder("t")
                    .serviceLevelObjectives(
                            Duration.ofMillis(10), Duration.ofMillis(20), Duration.ofMillis(100))
                    .register(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));

    private BucketCounts counts() {
        return BucketCounts.of(timer.takeSnapshot(), TimeUnit.MILLISECONDS);
    }

    private void record(int times, long millis) {
        for (int i = 0; i < times; i++) {
            timer.record(Duration.ofMillis(millis));
        }
    }

    @Test
    void nothingHasNoQuantiles() {
        assertThat(BucketCounts.NONE.quantile(0.5)).isNaN();
        assertThat(counts().quantile(0.5)).isNaN();
        assertThat(counts().total()).isZero();
    }

    @Test
    void aQuantileLiesEvenlyWithinItsBucket() {
        record(10, 5);
        record(10, 15);
        assertThat(counts().quantile(0.5)).isEqualTo(10);
        assertThat(counts().quantile(0.75)).isEqualTo(15);
        assertThat(counts().quantile(1)).isEqualTo(20);
    }

    @Test
    void whatIsBeyondTheLastBoundCounts() {
        record(1, 5);
        record(3, 5_000);
        assertThat(counts().total()).isEqualTo(4);
        assertThat(counts().quantile(0.99)).isEqualTo(100);
    }

    @Test
    void onlyWhatCameInBetweenIsLookedAt() {
        record(100, 5);
        var before = counts();
        record(2, 15);
        var between = counts().minus(before);
        assertThat(between.total()).isEqualTo(2);
        assertThat(between.quantile(0.5)).isEqualTo(15);
        assertThat(before.plus(between).total()).isEqualTo(102);
    }
}
