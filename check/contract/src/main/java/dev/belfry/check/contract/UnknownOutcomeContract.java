package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.FenceContract.LEASE_LOST;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.CREATED;
import static dev.belfry.core.mutation.Verdict.PATCHED;
import static dev.belfry.core.mutation.Verdict.REDRIVEN;
import static dev.belfry.core.mutation.Verdict.REPLACED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.store.CommitResult;
import org.junit.jupiter.api.Test;

/** What an owner does after a commit of unknown outcome, with the commit there or not. */
public interface UnknownOutcomeContract extends StoreUnderTest {
    @Test
    default void afterClaimingAgainALateCopyOfACommitThatNeverArrivedIsRefused(OwnedShard shard) {
        var lost = shard.next(timer("a").create());

        var again = shard.claimAgain();

        assertThat(again.send(lost)).isEqualTo(LEASE_LOST);
        assertThat(again.rows()).isEmpty();
    }

    @Test
    default void afterClaimingAgainALateCopyOfACommitThatArrivedIsRefused(OwnedShard shard) {
        var sent = shard.next(timer("a").create());
        shard.send(sent);
        var again = shard.claimAgain();
        again.apply(delete("a"));

        assertThat(again.send(sent)).isEqualTo(LEASE_LOST);
        assertThat(again.rows()).isEmpty();
    }

    @Test
    default void aCreateRepeatedWithTheSameStampRepeatsItsVerdict(OwnedShard shard) {
        assertRepeats(shard, timer("a").create(), CREATED);
    }

    @Test
    default void aPutRepeatedWithTheSameStampRepeatsItsVerdict(OwnedShard shard) {
        assertRepeats(shard, timer("a").put(), CREATED);
        assertRepeats(shard, timer("a").payload("2").put(), REPLACED);
    }

    @Test
    default void aPatchRepeatedWithTheSameStampRepeatsItsVerdict(OwnedShard shard) {
        shard.apply(timer("a").create());

        assertRepeats(shard, move("a", NOON.plusSeconds(1)), PATCHED);
    }

    @Test
    default void aRedriveRepeatedWithTheSameStampRepeatsItsVerdict(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        assertRepeats(shard, redrive("a"), REDRIVEN);
    }

    /** Optional in the SPI: a store whose driver re-sends nothing need not notice a copy. */
    @Test
    default void aCopyOfACommitIsRefusedByAStoreThatKeepsTheSequence(OwnedShard shard) {
        var create = shard.next(timer("a").create());
        shard.send(create);
        shard.apply(delete("a"));

        var copy = shard.send(create);

        if (keepsSequence()) {
            assertThat(copy).isEqualTo(LEASE_LOST);
            assertThat(shard.rows()).isEmpty();
        } else {
            assertThat(copy).isInstanceOf(CommitResult.Committed.class);
        }
    }

    @Test
    default void theSequenceStartsOverWithEachLease(OwnedShard shard) {
        shard.commit(timer("a").create());
        shard.commit(timer("b").create());

        shard.claimAgain().commit(timer("c").create());

        assertThat(shard.ids()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    default void afterARefusedCommitTheOwnerGoesOn(StoreFixture fixture) {
        var shard = fixture.own(SampleGroups.ONE);
        var copy = shard.next(timer("a").create());
        shard.send(copy);
        shard.send(copy);

        shard.commit(timer("b").create());

        assertThat(shard.ids()).containsExactlyInAnyOrder("a", "b");
    }

    private static void assertRepeats(OwnedShard shard, Mutation mutation, Verdict verdict) {
        var own = shard.fixture().own(shard.id());
        var first = own.apply(mutation);

        var second = own.claimAgain().apply(mutation);

        assertThat(first.verdict()).isEqualTo(verdict);
        assertThat(second.verdict()).isEqualTo(verdict);
        assertThat(second.before()).isEqualTo(first.after());
        assertThat(second.after()).isEqualTo(first.after());
        assertThat(own.rows()).containsExactly(first.after().pending().orElseThrow());
    }
}
