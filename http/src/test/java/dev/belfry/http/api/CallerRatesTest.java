package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each caller may make so many requests in a second, whatever others do. */
class CallerRatesTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final CallerRates rates = new CallerRates(4);
    private long now = Long.MAX_VALUE - SECOND;

    @Test
    void aSecondsRequestsMayComeAtOnceAndThenAsTimePasses() {
        assertThat(IntStream.range(0, 6).map(_ -> rates.take("a", now)))
                .containsExactly(3, 2, 1, 0, -1, -1);
        now += SECOND / 4;
        assertThat(rates.take("a", now)).isZero();
        assertThat(rates.take("a", now)).isNegative();
    }

    @Test
    void overTimeNoMoreThanTheRateAreAdmitted() {
        int admitted = 0;
        for (int i = 0; i < 10_000; i++) {
            admitted += rates.take("a", now) >= 0 ? 1 : 0;
            now += SECOND / 1_000;
        }
        assertThat(admitted).isBetween(40, 44);
    }

    @Test
    void callersDoNotTakeFromEachOther() {
        IntStream.range(0, 9).forEach(_ -> rates.take("a", now));
        assertThat(rates.take("b", now)).isEqualTo(3);
    }

    @Test
    void manyCallersAreForgottenWhenTheyHaveRestedAndElseShareOne() {
        IntStream.range(0, 10_000).forEach(i -> rates.take("caller " + i, now));
        assertThat(IntStream.range(0, 5).map(i -> rates.take("late " + i, now)))
                .containsExactly(3, 2, 1, 0, -1);
        now += 2 * SECOND;
        assertThat(rates.take("later", now)).isEqualTo(3);
        assertThat(rates.take("later still", now)).isEqualTo(3);
    }
}
