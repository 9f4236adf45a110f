package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.Cost.Spent;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.Place.Reading;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final Duration OWN = Duration.ofMillis(300);

    private final Notes notes = Notes.begin();

    private Optional<Double> noted(String measure) {
        return notes.figures().median(new Figure("H1", measure), "Belfry");
    }

    @Test
    void theCpuTimeOfTheDatabaseIsAPartOfTheCost() {
        var database = new Reading(Duration.ofMillis(100), 50, 40_000);

        new Spent(OWN, Optional.of(database), true).note(notes, "H1", "Belfry", 1_000);

        assertThat(noted(Cost.CPU)).contains(0.4);
        assertThat(noted("database's part")).contains(0.1);
        assertThat(noted(Cost.COMMITS)).contains(0.05);
    }

    @Test
    void aCostWithoutThatOfTheDatabaseHasAnotherName() {
        new Spent(OWN, Optional.empty(), false).note(notes, "H1", "Belfry", 1_000);

        assertThat(noted(Cost.CPU)).isEmpty();
        assertThat(noted(Cost.CPU_OF_SERVER)).contains(0.3);
    }

    @Test
    void aDatabaseInsideTheServerIsMeasuredWithIt() {
        new Spent(OWN, Optional.empty(), true).note(notes, "H1", "Belfry", 1_000);

        assertThat(noted(Cost.CPU)).contains(0.3);
    }
}
