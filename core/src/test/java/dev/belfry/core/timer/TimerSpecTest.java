package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Samples;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerSpecTest {
    private static final TimerSpec SPEC = Samples.spec("1");

    @Test
    void executeAtIsRoundedUpToTheMillisecond() {
        assertThat(SPEC.executeAt(Samples.NOON.plusNanos(1)).executeAt())
                .isEqualTo(Samples.NOON.plusMillis(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-12-31T23:59:59.999Z",
                "+10000-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999000001Z"
            })
    void executeAtLiesInTheYears1To9999(Instant outside) {
        assertRefused("executeAt", () -> SPEC.executeAt(outside));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "é", "a\nb", "a\u007F"})
    void aCorrelationIdIsPrintableAscii(String id) {
        assertRefused("correlationId", () -> correlated(id));
    }

    @Test
    void aCorrelationIdHasAtMost255Characters() {
        assertThat(correlated("x".repeat(255)).correlationId()).isPresent();
        assertRefused("correlationId", () -> correlated("x".repeat(256)));
    }

    @Test
    void oneFieldChangesAndTheOthersStay() {
        var payload = Payload.of("2");
        var digest = new Digest(8, 9);

        assertThat(SPEC.payload(payload).payload()).isEqualTo(payload);
        assertThat(SPEC.payload(payload).payload(SPEC.payload())).isEqualTo(SPEC);
        assertThat(SPEC.digest(digest).digest()).isEqualTo(digest);
        assertThat(SPEC.digest(digest).digest(SPEC.digest())).isEqualTo(SPEC);
        assertThat(SPEC.executeAt(Samples.NOON.plusMillis(5)).executeAt(SPEC.executeAt()))
                .isEqualTo(SPEC);
    }

    private static TimerSpec correlated(String id) {
        return new TimerSpec(
                SPEC.executeAt(),
                SPEC.target(),
                SPEC.payload(),
                SPEC.retryPolicy(),
                Optional.of(id),
                SPEC.digest());
    }
}
