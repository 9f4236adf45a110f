package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttemptLogTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00.123Z");

    private static PastAttempt attempt(int number, String error) {
        return new PastAttempt(
                NOON.plusSeconds(number),
                "node-" + number,
                503,
                Duration.ofMillis(number),
                Optional.of(error));
    }

    @Test
    void theLastTenAreKeptInOrder() {
        var log = AttemptLog.NONE;
        for (int n = 0; n < 25; n++) {
            log = log.with(attempt(n, "HTTP 503"));
        }

        assertThat(log.attempts())
                .hasSize(AttemptLog.MAX_ATTEMPTS)
                .first()
                .isEqualTo(attempt(15, "HTTP 503"));
        assertThat(log.attempts()).last().isEqualTo(attempt(24, "HTTP 503"));
    }

    @Test
    void itComesBackFromItsText() {
        var reached = new PastAttempt(NOON, "n", 204, Duration.ofMillis(1_234), Optional.empty());
        for (var error : List.of("", " ", "a b  c", "no answer within 30s", "ü €", "x\ny\r\tz")) {
            var log = AttemptLog.NONE.with(attempt(1, error)).with(reached);
            assertThat(AttemptLog.fromText(log.toText())).isEqualTo(log);
        }
        assertThat(AttemptLog.NONE.toText()).isEmpty();
        assertThat(AttemptLog.fromText(Optional.empty())).isEqualTo(AttemptLog.NONE);
    }

    @Test
    void errorsAreCutAndHoldNothingThatAStoreRefuses() {
        var error = attempt(1, "x\0".repeat(500)).error().orElseThrow();

        assertThat(error).hasSize(PastAttempt.MAX_ERROR_LENGTH).startsWith("x?x?");
    }

    @Test
    void itFitsIntoAColumnWhateverTheErrorsHold() {
        var log = AttemptLog.NONE;
        for (int n = 0; n < 30; n++) {
            log = log.with(attempt(n, "\uD83D\uDD14".repeat(400)));
            log = log.with(attempt(n, "\u4E2D".repeat(400)));
        }

        assertThat(log.toText().orElseThrow().getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(AttemptLog.MAX_BYTES);
        assertThat(log.attempts()).hasSizeGreaterThan(AttemptLog.MAX_ATTEMPTS / 2);
    }
}
