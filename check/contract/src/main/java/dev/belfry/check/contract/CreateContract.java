package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.CREATED;
import static dev.belfry.core.mutation.Verdict.EXISTS;
import static dev.belfry.core.mutation.Verdict.IDENTICAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

/** Creating timers: new, identical, in conflict, and over what is kept. */
public interface CreateContract extends StoreUnderTest {
    @Test
    default void aNewTimerIsStoredAsItWasDecided(OwnedShard shard) {
        var decision = shard.apply(timer("a").create());

        assertThat(decision.verdict()).isEqualTo(CREATED);
        assertThat(decision.before()).isEqualTo(Entry.absent());
        assertThat(shard.find("a")).isEqualTo(decision.after());
        assertThat(shard.rows()).containsExactly(decision.after().pending().orElseThrow());
    }

    @Test
    default void nothingIsFoundUnderAKeyThatWasNeverUsed(OwnedShard shard) {
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void anIdenticalTimerIsLeftAlone(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var decision = shard.apply(timer("a").create());

        assertThat(decision).isEqualTo(unchanged(decision, first));
        assertThat(decision.verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void aDifferentTimerIsAConflictThatShowsTheExistingOne(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var decision = shard.apply(timer("a").at(NOON.plusSeconds(5)).payload("2").create());

        assertThat(decision).isEqualTo(unchanged(decision, first));
        assertThat(decision.verdict()).isEqualTo(EXISTS);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(first));
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void resultsComeForEachMutationInOrder(OwnedShard shard) {
        var first = shard.schedule(timer("b").create());

        var decisions =
                shard.commit(
                        timer("c").create(),
                        timer("b").create(),
                        timer("a").create(),
                        delete("missing"));

        assertThat(decisions)
                .extracting(decision -> decision.verdict().name())
                .containsExactly("CREATED", "IDENTICAL", "CREATED", "NOT_FOUND");
        assertThat(decisions.get(1).before()).isEqualTo(new Entry.Pending(first));
        assertThat(shard.ids()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    default void aCreateOfAnIdThatFailedBeforeReplacesTheKeptTimer(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var kept = shard.keep(gaveUp(first, NOON));

        var decision = shard.apply(timer("a").create());

        assertThat(decision.verdict()).isEqualTo(CREATED);
        assertThat(decision.before()).isEqualTo(new Entry.Kept(kept));
        assertThat(shard.find("a")).isEqualTo(decision.after());
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).isEmpty();
    }

    @Test
    default void anIdenticalCreateOfAReachedAndKeptTimerSchedulesNothing(OwnedShard shard) {
        var kept = shard.keep(reached(shard.schedule(timer("a").create()), NOON));

        var decision = shard.apply(timer("a").create());

        assertThat(decision.verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aDifferentCreateOfAReachedAndKeptTimerSchedulesItAnew(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.keep(reached(first, NOON));

        var second = shard.schedule(timer("a").payload("2").create());

        assertThat(second.generation()).isNotEqualTo(first.generation());
        assertThat(shard.rows()).containsExactly(second);
        assertThat(KeptContract.keptIds(shard, TimerState.REACHED)).isEmpty();
    }

    @Test
    default void aTimerThatWasDeletedCanBeCreatedAgainAtTheSamePosition(OwnedShard shard) {
        shard.apply(timer("a").create());
        shard.apply(delete("a"));

        var second = shard.schedule(timer("a").payload("2").create());

        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(second));
        assertThat(shard.rows()).containsExactly(second);
    }

    private static Decision unchanged(Decision decision, Timer existing) {
        var entry = new Entry.Pending(existing);
        return new Decision(decision.verdict(), entry, entry);
    }
}
