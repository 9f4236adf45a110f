package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.History;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A judge that can not accuse is worthless: every sabotage of a clean history is found. */
class SabotageTest {
    private static final int SEEDS = 120;
    private static final int ENOUGH = 10;

    @ParameterizedTest
    @EnumSource
    void isFound(Sabotage sabotage) {
        int done = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var history = RandomHistory.of(seed, 80, 150, (int) (seed % 3));
            for (var timer : Plain.of(history)) {
                if (sabotage.suits(timer, history)) {
                    demandFound(sabotage, timer, history, seed);
                    done++;
                    break;
                }
            }
        }
        assertThat(done).as("histories that %s suits", sabotage).isGreaterThan(ENOUGH);
    }

    private static void demandFound(Sabotage sabotage, Plain timer, History history, long seed) {
        var sabotaged = new History(sabotage.apply(timer, history));
        var report = new Checker(Bounds.ofSimulation()).check(sabotaged);
        assertThat(report.violations())
                .as("seed %d, %s: %s", seed, timer.summary(), report)
                .singleElement()
                .isInstanceOf(sabotage.breaks())
                .satisfies(v -> assertThat(v.evidence().key()).isEqualTo(timer.key()));
    }
}
