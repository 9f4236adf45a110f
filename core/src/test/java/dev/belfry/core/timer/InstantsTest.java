package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstantsTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "2031-05-06T12:00:00Z, 2031-05-06T12:00:00Z",
        "2031-05-06T12:00:00.001Z, 2031-05-06T12:00:00.001Z",
        "2031-05-06T12:00:00.000000001Z, 2031-05-06T12:00:00.001Z",
        "2031-05-06T12:00:00.000999999Z, 2031-05-06T12:00:00.001Z",
        "2031-05-06T12:00:00.999000001Z, 2031-05-06T12:00:01Z",
        "1969-12-31T23:59:59.999999999Z, 1970-01-01T00:00:00Z",
        "1950-01-01T00:00:00.0005Z, 1950-01-01T00:00:00.001Z",
    })
    void finerInstantsAreRoundedUp(Instant finer, Instant rounded) {
        assertThat(Instants.ceilToMillis(finer)).isEqualTo(rounded);
    }

    @Test
    void whatHasHappenedIsRoundedDown() {
        assertThat(Instants.floorToMillis(NOON.plusNanos(999_999))).isEqualTo(NOON);
        assertThat(Instants.floorToMillis(Instant.ofEpochSecond(-1, 999_999)))
                .isEqualTo(Instant.ofEpochSecond(-1));
    }

    @Test
    void theLaterAndTheEarlierOfTwoAreFound() {
        var later = NOON.plusMillis(1);
        assertThat(Instants.max(NOON, later)).isEqualTo(later);
        assertThat(Instants.max(later, NOON)).isEqualTo(later);
        assertThat(Instants.min(NOON, later)).isEqualTo(NOON);
        assertThat(Instants.min(later, NOON)).isEqualTo(NOON);
    }

    @Test
    void theYears1To9999CanBeStored() {
        assertThatCode(
                        () -> {
                            Instants.requireStorable(Instants.EARLIEST, "at");
                            Instants.requireStorable(Instants.LATEST, "at");
                        })
                .doesNotThrowAnyException();
        assertRefused("at", () -> Instants.requireStorable(Instants.EARLIEST.minusMillis(1), "at"));
        assertRefused("at", () -> Instants.requireStorable(Instants.LATEST.plusMillis(1), "at"));
    }

    @Test
    void whatIsFinerThanAMillisecondCanNotBeStored() {
        assertRefused("at", () -> Instants.requireStorable(NOON.plusNanos(1), "at"));
    }
}
