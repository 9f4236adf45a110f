package dev.belfry.node.shard;

import static dev.belfry.node.shard.Turns.QUANTUM;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns<String> turns = new Turns<>();

    private void enter(String... all) {
        for (var one : all) {
            turns.enter(one, 1);
        }
    }

    /** What each has done after so many units of work. */
    private Map<String, Integer> work(int units, int atATime) {
        var done = new HashMap<String, Integer>();
        for (int i = 0; i < units; i += atATime) {
            done.merge(turns.current().orElseThrow(), atATime, Integer::sum);
            turns.used(atATime);
        }
        return done;
    }

    @Test
    void eachDoesAQuantumInItsTurn() {
        enter("a", "b");
        assertThat(work(QUANTUM, 1)).isEqualTo(Map.of("a", QUANTUM));
        assertThat(work(QUANTUM, 1)).isEqualTo(Map.of("b", QUANTUM));
        assertThat(turns.current()).contains("a");
    }

    @Test
    void whoDoesMuchAtATimeDoesNotDoMoreInTheEnd() {
        enter("a", "b");
        int most = QUANTUM - 1;
        var done = work(1_000 * most, most);
        assertThat(done.get("a")).isBetween(499 * most, 501 * most);
    }

    @Test
    void aWeightIsThatManyQuanta() {
        turns.enter("heavy", 3);
        turns.enter("light", 1);
        assertThat(work(4_000 * QUANTUM, 1))
                .isEqualTo(Map.of("heavy", 3_000 * QUANTUM, "light", 1_000 * QUANTUM));
    }

    @Test
    void anotherWeightCountsAtOnce() {
        enter("a", "b");
        turns.enter("a", 2);
        work(2 * QUANTUM, 1);
        assertThat(work(3 * QUANTUM, 1)).isEqualTo(Map.of("a", 2 * QUANTUM, "b", QUANTUM));
        turns.enter("a", 1);
        assertThat(work(4 * QUANTUM, 1)).isEqualTo(Map.of("a", 2 * QUANTUM, "b", 2 * QUANTUM));
    }

    @Test
    void whoComesWaitsForOneTurnOfEachAndWhoComesAgainStays() {
        enter("a", "b");
        turns.used(QUANTUM - 1);
        enter("c", "a");
        assertThat(turns.current()).contains("a");
        assertThat(work(1 + QUANTUM, 1)).isEqualTo(Map.of("a", 1, "b", QUANTUM));
        assertThat(turns.current()).contains("c");
    }

    @Test
    void nobodySavesUp() {
        enter("a", "b");
        turns.leave("a");
        assertThat(turns.contains("a")).isFalse();
        enter("a");
        work(10 * QUANTUM, 1);
        assertThat(work(2 * QUANTUM, 1)).isEqualTo(Map.of("a", QUANTUM, "b", QUANTUM));
        turns.leave("a");
        turns.leave("b");
        assertThat(turns.isEmpty()).isTrue();
        assertThat(turns.current()).isEmpty();
    }
}
