package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.metrics.Lateness;
import dev.belfry.operate.metrics.Totals;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TierTest {
    private static final double UNKNOWN = Double.NaN;

    private final Tier tier = new Tier(Duration.ofSeconds(10), 6);

    private void take(long seconds, double fired, long backlogMillis) {
        tier.take(
                new Sample(
                        seconds * 1_000,
                        new Totals(0, fired, fired, 0, 0, fired),
                        Lateness.NONE,
                        backlogMillis));
    }

    @Test
    void aSlotHoldsTheAverageRateAndTheWorstBacklog() {
        take(100, 0, 0);
        take(105, 10, 700);
        take(110, 40, 300);
        assertThat(tier.read(Series.FIRED, 11, 2)).containsExactly(UNKNOWN, 4);
        assertThat(tier.read(Series.BACKLOG_AGE, 11, 1)).containsExactly(700);
        assertThat(tier.read(Series.LATENESS_P99, 11, 1)).containsExactly(UNKNOWN);
    }

    @Test
    void whatIsNotOverIsNotKnown() {
        take(100, 0, 0);
        take(109, 10, 0);
        assertThat(tier.read(Series.FIRED, 11, 1)).containsExactly(UNKNOWN);
    }

    @Test
    void aGapIsFilledEvenly() {
        take(100, 0, 0);
        take(130, 60, 0);
        assertThat(tier.read(Series.FIRED, 13, 3)).containsExactly(2, 2, 2);
    }

    @Test
    void theOldestSlotsMakeRoom() {
        take(100, 0, 0);
        for (int i = 1; i <= 10; i++) {
            take(100 + 10 * i, 10 * i * i, 0);
        }
        assertThat(tier.read(Series.FIRED, 20, 8))
                .containsExactly(UNKNOWN, UNKNOWN, 9, 11, 13, 15, 17, 19);
    }

    @Test
    void aClockThatGoesBackStartsAnew() {
        take(100, 0, 0);
        take(110, 10, 0);
        take(50, 20, 0);
        take(60, 30, 0);
        assertThat(tier.read(Series.FIRED, 6, 1)).containsExactly(1);
    }

    @Test
    void figuresOfNodesAreAddedWeightedOrTheWorst() {
        assertThat(Series.FIRED.merged(1, 1, 2, 2)).isEqualTo(3);
        assertThat(Series.FIRED.merged(UNKNOWN, 0, 2, 2)).isEqualTo(2);
        assertThat(Series.LATENESS_P50.merged(10, 3, 20, 1)).isEqualTo(12.5);
        assertThat(Series.LATENESS_P99.merged(10, 3, 20, 1)).isEqualTo(20);
        assertThat(Series.LATENESS_P50.merged(UNKNOWN, 0, UNKNOWN, 0)).isNaN();
    }
}
