package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantTextTest {
    private static final long YEAR_0 = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final long YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z").getEpochSecond();

    /** Of nanoseconds: one, a thousand, a million, and a whole second. */
    private static final int[] UNITS = {1, 1_000, 1_000_000, 1_000_000_000};

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

    @Test
    void anInstantIsWrittenAsTheJdkWritesItAndReadBack() {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            var second = random.nextLong(YEAR_0, YEAR_10000);
            int unit = UNITS[random.nextInt(UNITS.length)];
            var instant =
                    Instant.ofEpochSecond(
                            second, random.nextInt(1_000_000_000 / unit) * (long) unit);

            assertThat(InstantText.format(instant)).isEqualTo(instant.toString());
            assertThat(InstantText.parse(instant.toString(), "field")).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999999999Z",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59.999Z",
                "1969-12-31T23:59:59.001Z",
                "2026-01-31T09:00:00.000001Z"
            })
    void instantsAtTheEdgesAreWrittenAsTheJdkWritesThem(String text) {
        assertThat(InstantText.format(Instant.parse(text))).isEqualTo(text);
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
                "+12026-01-31T09:00:00Z",
                "2026-01-31T09:00:00.Z",
                "2026-01-31T09:00:00,5Z",
                "2026-01-31T09:00:60Z",
                "2026-1-31T09:00:00Z",
                "2026-01-31T09:00:00ZZ",
                "2026-01-31T09:00:00+02:0",
                "2026-01-31T09:00:00+18:01",
                "2026-01-31T09:00:00*02:00",
                "２０２６-01-31T09:00:00Z",
                "2026-01-31T09:00:00.0000000000000000000000000000000000000000000000000000000Z"
            })
    void whatIsNotOneIsRefused(String text) {
        assertRefused("field", () -> InstantText.parse(text, "field"));
    }
}
