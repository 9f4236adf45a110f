package dev.belfry.check.simulation;

import org.junit.jupiter.api.Test;

/** The promises in lives nobody has thought of; a failure names the seed that repeats it. */
class RandomLifeTest {
    private static final int LIVES = 150;

    @Test
    void everyPromiseIsKeptInLivesWithCrashes() {
        live(1, true);
    }

    @Test
    void nothingIsRepeatedInLivesWithoutCrashes() {
        live(1_000_001, false);
    }

    private static void live(long firstSeed, boolean withCrashes) {
        for (long seed = firstSeed; seed < firstSeed + LIVES; seed++) {
            try {
                new RandomLife(seed, withCrashes).live();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }
}
