package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void everyPromiseIsKeptWhileShardsMoveBetweenDatabasesAndNodesCrash() {
        assertThat(live(2_000_001, true, true)).as("moves").isGreaterThan(LIVES);
    }

    @Test
    void nothingIsRepeatedWhileShardsMoveBetweenDatabases() {
        assertThat(live(3_000_001, false, true)).as("moves").isGreaterThan(LIVES);
    }

    private static void live(long firstSeed, boolean withCrashes) {
        assertThat(live(firstSeed, withCrashes, false)).isZero();
    }

    private static int live(long firstSeed, boolean withCrashes, boolean withMoves) {
        int moved = 0;
        for (long seed = firstSeed; seed < firstSeed + LIVES; seed++) {
            try {
                var life = new RandomLife(seed, withCrashes, withMoves);
                life.live();
                moved += life.moved();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
        return moved;
    }
}
