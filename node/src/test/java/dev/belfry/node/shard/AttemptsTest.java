package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static dev.belfry.node.shard.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final Attempts attempts = new Attempts();

    private static UnderWay attempt(String id, long generation) {
        var uuid = row(id).uuid();
        var attempt = new AttemptId(uuid, new Generation(generation), 1);
        return UnderWay.started(new Attempt(attempt, row(id), NOON));
    }

    @Test
    void anAttemptIsFoundByTimerGenerationAndNumber() {
        var attempt = attempt("a", 1);
        attempts.add(attempt);
        var id = attempt.id();
        assertThat(attempts.find(id)).containsSame(attempt);
        assertThat(attempts.find(new AttemptId(id.uuid(), id.generation(), 2))).isEmpty();
        assertThat(attempts.find(new AttemptId(id.uuid(), new Generation(2), 1))).isEmpty();
        assertThat(attempts.find(new AttemptId(TimerUuid.MAX, id.generation(), 1))).isEmpty();
    }

    @Test
    void twoSchedulesOfATimerCanHaveAttemptsAtTheSameTime() {
        var old = attempt("a", 1);
        var fresh = attempt("a", 2);
        attempts.add(old);
        attempts.add(fresh);
        attempts.remove(old);
        assertThat(attempts.find(fresh.id())).containsSame(fresh);
        assertThat(attempts.any(fresh.id().uuid())).isTrue();
        attempts.remove(fresh);
        assertThat(attempts.any(fresh.id().uuid())).isFalse();
        assertThat(attempts.isEmpty()).isTrue();
    }

    @Test
    void supersededAttemptsAreNotHandedOver() {
        var old = attempt("a", 1);
        var fresh = attempt("a", 2);
        attempts.add(old);
        attempts.add(fresh);
        old.supersede();
        assertThat(attempts.toHandOver())
                .containsExactly(new AttemptUnderWay(fresh.id(), NOON.plusSeconds(30)));
    }

    @Test
    void noMoreAreHandedOverThanAShardRowHolds() {
        for (int i = 0; i < AttemptUnderWay.MAX_HANDED_OVER + 10; i++) {
            attempts.add(attempt("t" + i, 1));
        }
        assertThat(attempts.toHandOver()).hasSize(AttemptUnderWay.MAX_HANDED_OVER);
    }
}
