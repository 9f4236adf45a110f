package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void valuesOfOneContenderAreOneSeriesInTheOrderOfRounds() {
        var figures = new Figures();
        figures.add("creates", "Belfry", 3);
        figures.add("fires", "Belfry", 9);
        figures.add("creates", "Quartz", 1);
        figures.add("creates", "Belfry", 5);

        assertThat(figures.series().keySet()).containsExactly("creates", "fires");
        assertThat(figures.series().get("creates").get("Belfry").values())
                .containsExactly(3.0, 5.0);
        assertThat(figures.series().get("creates").get("Quartz").median()).isEqualTo(1.0);
    }
}
