package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A service that keeps its promises is never accused. */
class RandomHistoriesTest {
    private static final int SEEDS = 400;

    @Test
    void whatACorrectServiceDoesIsClean() {
        for (long seed = 0; seed < SEEDS; seed++) {
            demandClean(seed, 40, 200, (int) (seed % 4));
        }
    }

    @Test
    void whatACorrectServiceDoesWithFewTimersAndManyClientsIsClean() {
        for (long seed = 0; seed < SEEDS; seed++) {
            demandClean(seed, 3, 60, (int) (seed % 3));
        }
    }

    private static void demandClean(long seed, int timers, int operations, int crashes) {
        var history = RandomHistory.of(seed, timers, operations, crashes);
        var report = new Checker(CheckBounds.ofSimulation()).check(history);
        assertThat(report.isClean()).as("seed %d: %s", seed, report).isTrue();
        assertThat(report.undecided()).as("seed %d", seed).isEmpty();
    }

    @Test
    void crashesOfACorrectServiceRepeatAttempts() {
        int repeated = 0;
        for (long seed = 0; seed < 20; seed++) {
            var report =
                    new Checker(CheckBounds.ofSimulation())
                            .check(RandomHistory.of(seed, 40, 200, 3));
            repeated += report.duplicates(DuplicateCause.CRASH);
        }
        assertThat(repeated).isPositive();
    }
}
