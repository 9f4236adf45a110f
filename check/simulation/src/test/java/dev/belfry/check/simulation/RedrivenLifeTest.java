package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedrivenLifeTest {
    private static final int LIVES = 200;

    @Test
    void aRunStartedAgainIsHeardOfAloneAndGoesWithItsTimer() {
        for (long seed = 1; seed <= LIVES; seed++) {
            assertThat(RedrivenLife.broken(seed)).as("seed %d", seed).isEmpty();
        }
    }
}
