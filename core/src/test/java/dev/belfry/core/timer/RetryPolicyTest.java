package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void theDefaultTriesForADay() {
        assertThat(RetryPolicy.DEFAULT)
                .isEqualTo(
                        new RetryPolicy(
                                1_000,
                                Duration.ofHours(24),
                                Duration.ofSeconds(5),
                                3.0,
                                Duration.ofHours(1),
                                AnswerRules.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_001, Integer.MAX_VALUE})
    void attemptsAreOneToAThousand(int attempts) {
        assertRefused(
                "retryPolicy.maxAttempts",
                () -> new RetryPolicy(attempts, SECOND, SECOND, 2.0, SECOND));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.999, 100.001, 0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void theMultiplierIsOneToAHundred(double multiplier) {
        assertRefused(
                "retryPolicy.backoffMultiplier",
                () -> new RetryPolicy(4, SECOND, SECOND, multiplier, SECOND));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0005S", "PT1.0005S", "P3651D", "P999999999999D"})
    void durationsAreWholeMillisecondsUpToTenYears(Duration wrong) {
        assertRefused(
                "retryPolicy.maxDuration", () -> new RetryPolicy(4, wrong, SECOND, 2.0, SECOND));
        assertRefused(
                "retryPolicy.initialInterval",
                () -> new RetryPolicy(4, SECOND, wrong, 2.0, SECOND));
        assertRefused(
                "retryPolicy.maxInterval", () -> new RetryPolicy(4, SECOND, SECOND, 2.0, wrong));
    }

    @Test
    void whatStoresKeepLeadsBackToTheSamePolicy() {
        var least = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), 1.0, SECOND);
        var most =
                new RetryPolicy(
                        1_000,
                        Duration.ofDays(3_650),
                        Duration.ofMillis(1_001),
                        99.999999999999,
                        Duration.ofHours(25));
        var strict =
                new RetryPolicy(
                        1,
                        SECOND,
                        SECOND,
                        1.0,
                        SECOND,
                        AnswerRules.of(AnswerRules.Success.STRICT, List.of(404, 422)));
        for (var policy : List.of(RetryPolicy.DEFAULT, least, most, strict)) {
            assertThat(RetryPolicy.fromText(policy.toText())).isEqualTo(policy);
        }
    }

    @Test
    void theKeptFormIsReadable() {
        assertThat(RetryPolicy.DEFAULT.toText()).isEqualTo("1000;1d;5s;3.0;1h;2xx");
    }

    @Test
    void aPolicyOfTheFirstVersionHasTheUsualRulesForAnswers() {
        assertThat(RetryPolicy.fromText("4;1d;30s;2.0;10m").answers())
                .isEqualTo(AnswerRules.DEFAULT);
    }

    @Test
    void goneIsPermanentAlwaysAndOthersByChoice() {
        var rules = AnswerRules.of(AnswerRules.Success.ANY_2XX, List.of(404));

        assertThat(rules.isPermanent(410)).isTrue();
        assertThat(rules.isPermanent(404)).isTrue();
        assertThat(rules.isPermanent(400)).isFalse();
        assertThat(AnswerRules.DEFAULT.isPermanent(404)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200, 299, 600, -404})
    void aSuccessIsNoPermanentFailure(int status) {
        assertRefused(
                "retryPolicy.permanentStatuses",
                () -> AnswerRules.of(AnswerRules.Success.ANY_2XX, List.of(status)));
    }
}
