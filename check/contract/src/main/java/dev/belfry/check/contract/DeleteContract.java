package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.DELETED;
import static dev.belfry.core.mutation.Verdict.NOT_FOUND;
import static dev.belfry.core.mutation.Verdict.PRECONDITION_FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Deleting timers, pending and kept. */
public interface DeleteContract extends StoreUnderTest {
    @Test
    default void aDeletedTimerIsGoneFromEveryView(OwnedShard shard) {
        var first = shard.schedule(timer("a").correlatedTo("trace").create());

        var decision = shard.apply(delete("a"));

        assertThat(decision.verdict()).isEqualTo(DELETED);
        assertThat(decision.before()).isEqualTo(new Entry.Pending(first));
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(shard.rows()).isEmpty();
        assertThat(LookupContract.correlated(shard, "trace")).isEmpty();
        assertThat(LookupContract.count(shard, TimerState.SCHEDULED, 10)).isZero();
    }

    @Test
    default void aDeleteRemovesTheRowWhereItLiesNow(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.apply(retried(first, "HTTP 500", NOON.plusSeconds(30)));

        shard.apply(delete("a"));

        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aDeleteOfNothingIsNotFound(OwnedShard shard) {
        assertThat(shard.apply(delete("a")).verdict()).isEqualTo(NOT_FOUND);
    }

    @Test
    default void aDeleteLeavesEveryOtherTimerAlone(OwnedShard shard) {
        shard.commit(TimerRequest.several("t", 9).stream().map(TimerRequest::create).toList());

        shard.apply(delete("t-4"));

        assertThat(shard.ids())
                .containsExactlyInAnyOrder("t-0", "t-1", "t-2", "t-3", "t-5", "t-6", "t-7", "t-8");
    }

    @Test
    default void aDeleteUnderAPreconditionAppliesOnlyToThatRevision(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var key = first.key();
        var other = new Precondition.Matches(Set.of(new Revision(1)));
        var same = new Precondition.Matches(Set.of(first.revision()));

        assertThat(shard.apply(new Delete(key, other)).verdict()).isEqualTo(PRECONDITION_FAILED);
        assertThat(shard.rows()).containsExactly(first);
        assertThat(shard.apply(new Delete(key, same)).verdict()).isEqualTo(DELETED);
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aKeptTimerCanBeDeleted(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        assertThat(shard.apply(delete("a")).verdict()).isEqualTo(DELETED);
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).isEmpty();
    }
}
