package dev.belfry.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker that can not fail is worthless. */
@Tag("simulation")
class SabotageTest {
    private static final int SEEDS = 2_000;

    static List<Sabotage> sabotages() {
        return Sabotages.all();
    }

    @ParameterizedTest
    @MethodSource("sabotages")
    void aBrokenVariantIsNoticed(Sabotage sabotage, @TempDir Path folder) throws Exception {
        long seed = new Saboteur(folder).caughtBy(sabotage, SEEDS);
        assertThat(seed).as("the seed that notices it").isPositive();
        System.out.println(sabotage + ": noticed by seed " + seed);
    }
}
