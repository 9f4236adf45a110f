package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitedLifeTest {
    private static final int LIVES = 50;

    @Test
    void groupsGetWhatTheirLimitsAllowAndNoMore() {
        for (long seed = 1; seed <= LIVES; seed++) {
            assertThat(LimitedLife.wrong(seed)).as("seed %d", seed).isEmpty();
        }
    }
}
