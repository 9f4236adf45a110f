package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.CREATED;
import static dev.belfry.core.mutation.Verdict.IDENTICAL;
import static dev.belfry.core.mutation.Verdict.PRECONDITION_FAILED;
import static dev.belfry.core.mutation.Verdict.REPLACED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Putting timers: created, replaced in place or elsewhere, and left alone. */
public interface PutContract extends StoreUnderTest {
    @Test
    default void aPutCreatesWhatIsNotThere(OwnedShard shard) {
        var decision = shard.apply(timer("a").put());

        assertThat(decision.verdict()).isEqualTo(CREATED);
        assertThat(shard.find("a")).isEqualTo(decision.after());
        assertThat(shard.rows()).containsExactly(decision.after().pending().orElseThrow());
    }

    @Test
    default void anIdenticalPutChangesNothing(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var decision = shard.apply(timer("a").put());

        assertThat(decision.verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void aPutReplacesARowInPlaceWhenTheInstantStays(OwnedShard shard) {
        var first = shard.schedule(timer("a").payload("1").correlatedTo("trace").create());

        var decision = shard.apply(timer("a").payload("22").put());

        var second = decision.after().pending().orElseThrow();
        assertThat(decision.verdict()).isEqualTo(REPLACED);
        assertThat(decision.before()).isEqualTo(new Entry.Pending(first));
        assertThat(second.position()).isEqualTo(first.position());
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(second));
        assertThat(shard.rows()).containsExactly(second);
    }

    @Test
    default void aPutForAnotherInstantLeavesNoRowAtTheFormerPosition(OwnedShard shard) {
        for (var distance : new Duration[] {Duration.ofDays(-400), Duration.ofMillis(1)}) {
            shard.apply(timer("a").at(NOON).put());

            var moved = shard.schedule(timer("a").at(NOON.plus(distance)).put());

            assertThat(shard.rows()).containsExactly(moved);
            assertThat(shard.find("a")).isEqualTo(new Entry.Pending(moved));
        }
    }

    @Test
    default void aPutKeepsTheInstantOfCreationAndStartsANewGeneration(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var second = shard.schedule(timer("a").payload("2").put());

        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.updatedAt()).isAfter(first.updatedAt());
        assertThat(second.generation()).isNotEqualTo(first.generation());
        assertThat(shard.rows()).containsExactly(second);
    }

    @Test
    default void aPutUnderAPreconditionAppliesOnlyToThatRevision(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var onlyFirst = new Precondition.Matches(Set.of(first.revision()));

        var second = shard.schedule(timer("a").payload("2").put(onlyFirst, Stamps.next()));
        var refused = shard.apply(timer("a").payload("3").put(onlyFirst, Stamps.next()));

        assertThat(refused.verdict()).isEqualTo(PRECONDITION_FAILED);
        assertThat(refused.before()).isEqualTo(new Entry.Pending(second));
        assertThat(shard.rows()).containsExactly(second);
    }

    @Test
    default void aPutOverAFailedTimerTakesItsPlace(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        var decision = shard.apply(timer("a").put());

        assertThat(decision.verdict()).isEqualTo(CREATED);
        assertThat(shard.find("a")).isEqualTo(decision.after());
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).isEmpty();
    }

    @Test
    default void anIdenticalPutOverAReachedTimerSchedulesNothing(OwnedShard shard) {
        var kept = shard.keep(reached(shard.schedule(timer("a").create()), NOON));

        assertThat(shard.apply(timer("a").put()).verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(shard.rows()).isEmpty();
    }
}
