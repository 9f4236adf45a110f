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
    @CsvSource({"1, PT5S", "2, PT15S", "3, PT45S", "6, PT20M15S", "7, PT1H", "1000, PT1H"})
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
    void waitsLieInTheUpperHalfOfACeilingThatNeverFallsAndIsCapped() {
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
                        .isBetween(ceiling.dividedBy(2), ceiling)
                        .isPositive();
                former = ceiling;
            }
        }
    }

    @Test
    void theJitterReachesBothEnds() {
        var policy =
                new RetryPolicy(
                        4, Duration.ofDays(1), Duration.ofMillis(5), 1.0, Duration.ofMillis(5));
        var random = new Random(1);

        assertThat(Stream.generate(() -> Backoff.jittered(policy, 1, random)).limit(200).distinct())
                .containsExactlyInAnyOrder(
                        Duration.ofMillis(3), Duration.ofMillis(4), Duration.ofMillis(5));
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
