package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    @ParameterizedTest
    @CsvSource({"1, PT30S", "2, PT1M", "3, PT2M", "5, PT8M", "6, PT10M", "1000, PT10M"})
    void theCeilingGrowsByTheMultiplierUpToTheMaximum(int failures, Duration ceiling) {
        assertThat(Backoff.ceiling(RetryPolicy.DEFAULT, failures)).isEqualTo(ceiling);
    }

    @Test
    void anInitialIntervalAboveTheMaximumIsCutToIt() {
        var policy =
                new RetryPolicy(
                        4, Duration.ofDays(1), Duration.ofHours(1), 2.0, Duration.ofMinutes(1));

        assertThat(Backoff.ceiling(policy, 1)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void waitsLieBetweenOneMillisecondAndACeilingThatNeverFallsAndIsCapped() {
        long seed = 20_310_506;
        var random = new Random(seed);
        for (int n = 0; n < 500; n++) {
            var policy = anyPolicy(random);
            var former = Duration.ofMillis(1);
            for (int failures = 1; failures <= 40; failures++) {
                var ceiling = Backoff.ceiling(policy, failures);
                assertThat(ceiling)
                        .as("seed %d: %s after %d", seed, policy, failures)
                        .isBetween(former, policy.maxInterval());
                assertThat(Backoff.jittered(policy, failures, random))
                        .as("seed %d: %s after %d", seed, policy, failures)
                        .isBetween(Duration.ofMillis(1), ceiling);
                former = ceiling;
            }
        }
    }

    @Test
    void theJitterReachesBothEnds() {
        var policy =
                new RetryPolicy(
                        4, Duration.ofDays(1), Duration.ofMillis(3), 1.0, Duration.ofMillis(3));
        var random = new Random(1);

        assertThat(Stream.generate(() -> Backoff.jittered(policy, 1, random)).limit(200).distinct())
                .containsExactlyInAnyOrder(
                        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(3));
    }

    private static RetryPolicy anyPolicy(RandomGenerator random) {
        return new RetryPolicy(
                1 + random.nextInt(1_000),
                Duration.ofDays(1),
                Duration.ofMillis(1 + random.nextLong(100_000_000_000L)),
                1 + random.nextDouble() * 99,
                Duration.ofMillis(1 + random.nextLong(300_000_000_000L)));
    }
}
