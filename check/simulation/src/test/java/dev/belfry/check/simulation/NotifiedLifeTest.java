package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotifiedLifeTest {
    private static final int LIVES = 200;

    @Test
    void everyFailureForGoodIsToldAndNothingElse() {
        for (long seed = 1; seed <= LIVES; seed++) {
            assertThat(NotifiedLife.broken(seed)).as("seed %d", seed).isEmpty();
        }
    }
}
