package dev.belfry.engine.loop;

import static dev.belfry.engine.loop.Rows.NOON;
import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(agenda.next()).contains(NOON.plusSeconds(1));
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
        assertThat(agenda.next()).contains(NOON.plusSeconds(9));
        agenda.set(first, Optional.empty());
        agenda.set(first, Optional.empty());
        assertThat(agenda.next()).isEmpty();
    }
}
