package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MoveLogTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    private static MoveLog.Step step(int second, int shard, String node, boolean came) {
        return new MoveLog.Step(NOON.plusSeconds(second), shard, node, came);
    }

    @Test
    void aShardThatLeftOneNodeAndCameToAnotherMoved() {
        var moves =
                MoveLog.of(
                        List.of(
                                step(20, 7, "b", true),
                                step(1, 7, "a", true),
                                step(20, 7, "a", false)));
        assertThat(moves)
                .containsExactly(
                        new MoveLog.Move(NOON.plusSeconds(20), 7, Optional.of("a"), "b"),
                        new MoveLog.Move(NOON.plusSeconds(1), 7, Optional.empty(), "a"));
    }

    @Test
    void ofANodeThatDiedTheLastComingIsKnown() {
        var moves = MoveLog.of(List.of(step(1, 7, "a", true), step(9, 7, "b", true)));
        assertThat(moves.getFirst().from()).hasValue("a");
    }

    @Test
    void onlyTheLatestAreListed() {
        var steps = new ArrayList<MoveLog.Step>();
        for (int i = 0; i < 300; i++) {
            steps.add(step(i, i, "a", true));
        }
        var moves = MoveLog.of(steps);
        assertThat(moves).hasSize(100);
        assertThat(moves.getFirst().shard()).isEqualTo(299);
    }
}
