package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "10m, PT10M",
        "24h, PT24H",
        "7d, PT168H",
        "0s, PT0S",
        "007s, PT7S",
        "999999999999ms, PT999999999.999S",
    })
    void aNumberAndAUnitAreADuration(String text, Duration duration) {
        assertThat(DurationText.parse(text, "field")).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "s",
                "-1s",
                "+1s",
                "1.5s",
                "1 s",
                " 1s",
                "1s ",
                "1S",
                "1w",
                "PT1S",
                "1h30m",
                "1234567890123s",
                "١s",
                "1s\n"
            })
    void anythingElseIsRefusedNamingTheField(String text) {
        assertRefused("callbackTimeout", () -> DurationText.parse(text, "callbackTimeout"));
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0ms",
        "PT0.001S, 1ms",
        "PT1S, 1s",
        "PT1.5S, 1500ms",
        "PT60S, 1m",
        "PT90S, 90s",
        "PT1H, 1h",
        "PT90M, 90m",
        "PT24H, 1d",
        "PT36H, 36h",
        "P30D, 30d",
    })
    void aDurationIsShownInItsLargestWholeUnit(Duration duration, String text) {
        assertThat(DurationText.format(duration)).isEqualTo(text);
    }

    @Test
    void whatIsFormattedParsesBack() {
        long seed = 4711;
        var random = new Random(seed);
        for (int n = 0; n < 2_000; n++) {
            long unit = new long[] {1, 1_000, 60_000, 3_600_000, 86_400_000}[random.nextInt(5)];
            var duration = Duration.ofMillis(unit * random.nextLong(10_000));
            assertThat(DurationText.parse(DurationText.format(duration), "field"))
                    .as("seed %d", seed)
                    .isEqualTo(duration);
        }
    }
}
