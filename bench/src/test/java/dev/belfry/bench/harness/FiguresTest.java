package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.Figures.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Figure CREATES = new Figure("creates", Figure.RATE);
    private static final Figure LATENESS = new Figure("lateness", "p99 ms");

    private final Figures figures = new Figures();

    @Test
    void valuesOfOneContenderAreOneRoundValuesInTheOrderOfRounds() {
        figures.add(CREATES, "Belfry", 3);
        figures.add(LATENESS, "Belfry", 9);
        figures.add(CREATES, "Quartz", 1);
        figures.add(CREATES, "Belfry", 5);

        assertThat(figures.series().keySet()).containsExactly(CREATES, LATENESS);
        assertThat(figures.series().get(CREATES).get("Belfry").values()).containsExactly(3.0, 5.0);
        assertThat(figures.median(CREATES, "Quartz")).contains(1.0);
        assertThat(figures.median(LATENESS, "Quartz")).isEmpty();
    }

    @Test
    void aHigherRateAndALowerLatenessAreBetter() {
        assertThat(CREATES.better(30, 10)).isEqualTo(3);
        assertThat(LATENESS.better(10, 30)).isEqualTo(3);
    }

    @Test
    void contendersAreComparedInEachTurnSoThatASlowOneCountsForBoth() {
        for (double speed : new double[] {100, 10, 1}) {
            figures.add(CREATES, "Belfry", 2 * speed);
            figures.add(CREATES, "Quartz", speed);
        }
        figures.add(CREATES, "Belfry", 7);
        assertThat(figures.betterInTurn(CREATES, "Belfry", "Quartz")).contains(2.0);
        assertThat(figures.betterInTurn(LATENESS, "Belfry", "Quartz")).isEmpty();
    }

    @Test
    void theMedianOfAnEvenNumberLiesInTheMiddle() {
        assertThat(new RoundValues(List.of(4.0, 1.0, 9.0)).median()).isEqualTo(4);
        assertThat(new RoundValues(List.of(4.0, 1.0, 9.0, 6.0)).median()).isEqualTo(5);
    }
}
