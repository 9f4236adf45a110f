package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantTextTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31T09:00:00Z, 2026-01-31T09:00:00Z",
        "2026-01-31t09:00:00z, 2026-01-31T09:00:00Z",
        "2026-01-31T09:00Z, 2026-01-31T09:00:00Z",
        "2026-01-31T09:00:00.5+02:00, 2026-01-31T07:00:00.500Z",
        "2026-01-31T09:00:00-00:30, 2026-01-31T09:30:00Z",
        "2024-02-29T23:59:59.123456789Z, 2024-02-29T23:59:59.123456789Z"
    })
    void aDateATimeAndAnOffsetAreAnInstant(String text, Instant instant) {
        assertThat(InstantText.parse(text, "field")).isEqualTo(instant);
    }

    @Test
    void digitsBeyondNanosecondsMakeItLaterNeverEarlier() {
        assertThat(InstantText.parse("2026-01-31T09:00:00.0000000001Z", "field"))
                .isEqualTo("2026-01-31T09:00:00.000000001Z");
        assertThat(InstantText.parse("2026-12-31T23:59:59.9999999999Z", "field"))
                .isEqualTo("2027-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "2026-01-31",
                "2026-01-31T09:00",
                "2026-01-31T09Z",
                "2026-01-31T09:00.5Z",
                "2026-01-31T09:00:00",
                "2026-01-31 09:00:00Z",
                "2026-01-31T09:00:00+0200",
                "2026-01-31T24:00:00Z",
                "2026-02-30T09:00:00Z",
                "2026-01-31T09:00:00+25:00",
                "+12026-01-31T09:00:00Z"
            })
    void whatIsNotOneIsRefused(String text) {
        assertRefused("field", () -> InstantText.parse(text, "field"));
    }
}
