package dev.belfry.store.contract;

import static dev.belfry.store.contract.Changes.gaveUp;
import static dev.belfry.store.contract.Changes.reached;
import static dev.belfry.store.contract.Request.NOON;
import static dev.belfry.store.contract.Request.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Timers that are settled and kept. */
public interface KeptContract extends StoreUnderTest {
    @Test
    default void aReachedTimerIsKeptInPlaceOfThePendingOne(OwnedShard shard) {
        var kept = shard.keep(reached(shard.schedule(timer("a").create()), NOON.plusMillis(7)));

        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(kept(shard, TimerState.REACHED)).containsExactly(kept);
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aFailedTimerIsKeptWithItsAttemptsAndItsError(OwnedShard shard) {
        var kept = shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON.plusMillis(7)));

        assertThat(kept.timer().attempts()).isOne();
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(kept(shard, TimerState.FAILED)).containsExactly(kept);
        assertThat(kept(shard, TimerState.REACHED)).isEmpty();
    }

    private static List<KeptTimer> kept(OwnedShard shard, TimerState state) {
        return shard.store().kept(Groups.ONE, new KeptQuery(state, Position.END, 1_000));
    }

    static List<String> keptIds(OwnedShard shard, TimerState state) {
        return kept(shard, state).stream().map(kept -> kept.timer().key().id()).toList();
    }
}
