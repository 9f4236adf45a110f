package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.EventHistory;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A judge that can not accuse is worthless: every sabotage of a clean history is found. */
class SabotageTest {
    private static final int SEEDS = 120;
    private static final int ENOUGH = 10;
    private static final List<Life> LIVES = LongStream.range(0, SEEDS).mapToObj(Life::of).toList();

    /** What a correct service did, and those of its timers with a plain story. */
    private record Life(long seed, EventHistory history, List<Plain> timers) {
        static Life of(long seed) {
            var history = RandomHistory.of(seed, 80, 150, (int) (seed % 3));
            return new Life(seed, history, Plain.of(history));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFound(Sabotage sabotage) {
        int done = 0;
        for (var life : LIVES) {
            for (var timer : life.timers()) {
                if (sabotage.suits(timer, life.history())) {
                    demandFound(sabotage, timer, life);
                    done++;
                    break;
                }
            }
        }
        assertThat(done).as("histories that %s suits", sabotage).isGreaterThan(ENOUGH);
    }

    private static void demandFound(Sabotage sabotage, Plain timer, Life life) {
        var sabotaged = new EventHistory(sabotage.apply(timer, life.history()));
        var report = new Checker(CheckBounds.ofSimulation()).check(sabotaged);
        assertThat(report.violations())
                .as("seed %d, %s: %s", life.seed(), timer.summary(), report)
                .singleElement()
                .isInstanceOf(sabotage.breaks())
                .satisfies(v -> assertThat(v.evidence().key()).isEqualTo(timer.key()));
    }
}
