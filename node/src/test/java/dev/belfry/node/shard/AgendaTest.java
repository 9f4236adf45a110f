package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgendaTest {
    private final Agenda agenda = new Agenda();
    private final Shard first = Shards.shard(0);
    private final Shard second = Shards.shard(1);

    @Test
    void theShardWithTheEarliestTimerComesFirst() {
        agenda.set(first, Optional.of(NOON.plusSeconds(2)));
        agenda.set(second, Optional.of(NOON.plusSeconds(1)));
        assertThat(agenda.untilNext(NOON)).contains(Duration.ofSeconds(1));
        assertThat(agenda.firstDue(NOON)).isEmpty();
        assertThat(agenda.firstDue(NOON.plusSeconds(1))).containsSame(second);
        assertThat(agenda.firstDue(NOON.plusSeconds(5))).containsSame(second);
    }

    @Test
    void shardsOfTheSameInstantAreBothKept() {
        agenda.set(first, Optional.of(NOON));
        agenda.set(second, Optional.of(NOON));
        agenda.set(first, Optional.empty());
        assertThat(agenda.firstDue(NOON)).containsSame(second);
    }

    @Test
    void aShardIsMovedAndTakenOff() {
        agenda.set(first, Optional.of(NOON));
        agenda.set(first, Optional.of(NOON));
        agenda.set(first, Optional.of(NOON.plusSeconds(9)));
        assertThat(agenda.firstDue(NOON)).isEmpty();
        assertThat(agenda.untilNext(NOON)).contains(Duration.ofSeconds(9));
        agenda.set(first, Optional.empty());
        agenda.set(first, Optional.empty());
        assertThat(agenda.untilNext(NOON)).isEmpty();
    }

    @Test
    void groupsThatHaveSomethingDueTakeTurns() {
        var other = Shards.shard(Group.of("other", 1), 0);
        agenda.set(first, Optional.of(NOON));
        agenda.set(second, Optional.of(NOON.plusSeconds(1)));
        agenda.set(other, Optional.of(NOON.plusSeconds(2)));
        var now = NOON.plusSeconds(5);
        assertThat(agenda.firstDue(now)).containsSame(first);
        agenda.used(Turns.QUANTUM);
        assertThat(agenda.firstDue(now)).containsSame(other);
        agenda.used(Turns.QUANTUM);
        agenda.set(first, Optional.of(NOON.plusSeconds(3)));
        assertThat(agenda.firstDue(now)).as("earliest of its group").containsSame(second);
        agenda.set(second, Optional.empty());
        agenda.set(first, Optional.of(now.plusSeconds(1)));
        assertThat(agenda.firstDue(now)).as("the only one").containsSame(other);
        agenda.used(Turns.QUANTUM);
        assertThat(agenda.firstDue(now)).containsSame(other);
        assertThat(agenda.untilNext(now)).contains(Duration.ZERO);
    }

    @Test
    void aGroupThatCanStartNothingIsParkedUntilItIsCalledBack() {
        agenda.set(first, Optional.of(NOON));
        assertThat(agenda.firstDue(NOON)).containsSame(first);
        agenda.park(first.group().id());
        agenda.set(first, Optional.of(NOON.minusSeconds(1)));
        assertThat(agenda.firstDue(NOON)).isEmpty();
        assertThat(agenda.untilNext(NOON)).isEmpty();
        assertThat(agenda.hasParked()).isTrue();
        agenda.callBackAll();
        assertThat(agenda.hasParked()).isFalse();
        assertThat(agenda.firstDue(NOON)).containsSame(first);
        agenda.set(first, Optional.empty());
        assertThat(agenda.firstDue(NOON)).isEmpty();
        agenda.callBack(first.group().id());
        assertThat(agenda.untilNext(NOON)).isEmpty();
    }

    @Test
    void aGroupThatRestsIsWokenAndNotCalledBack() {
        agenda.set(first, Optional.of(NOON));
        var group = first.group().id();
        assertThat(agenda.firstDue(NOON)).containsSame(first);
        agenda.rest(group);
        agenda.callBackAll();
        agenda.callBack(group);
        agenda.callBackFirst(_ -> true);
        agenda.set(second, Optional.of(NOON.minusSeconds(1)));
        assertThat(agenda.firstDue(NOON)).isEmpty();
        assertThat(agenda.untilNext(NOON)).isEmpty();
        assertThat(agenda.hasParked()).as("so that nobody polls").isFalse();
        assertThat(agenda.hasDue(group, NOON)).isTrue();
        agenda.wake(group);
        assertThat(agenda.firstDue(NOON)).containsSame(second);
    }

    @Test
    void aGroupThatRestsWithNothingToDoIsForgotten() {
        agenda.set(first, Optional.of(NOON));
        agenda.rest(first.group().id());
        agenda.set(first, Optional.empty());
        agenda.wake(first.group().id());
        assertThat(agenda.untilNext(NOON)).isEmpty();
        agenda.set(first, Optional.of(NOON.plusSeconds(1)));
        assertThat(agenda.untilNext(NOON)).contains(Duration.ofSeconds(1));
    }

    @Test
    void theWaitIsNeverNegativeAndNeverTooLongToCount() {
        agenda.set(first, Optional.of(NOON));
        assertThat(agenda.untilNext(NOON.plusSeconds(5))).contains(Duration.ZERO);
        agenda.set(first, Optional.of(Instants.LATEST));
        assertThat(agenda.untilNext(NOON)).contains(Duration.ofDays(1));
    }
}
