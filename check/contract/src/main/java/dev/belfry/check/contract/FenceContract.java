package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.RETENTION;
import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.done;
import static dev.belfry.check.contract.Changes.drop;
import static dev.belfry.check.contract.Changes.expire;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.putOff;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.Changes.withPayload;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The fence: a write under a lease that is no longer the shard's own changes nothing. */
public interface FenceContract extends StoreUnderTest {
    CommitResult LEASE_LOST = new CommitResult.LeaseLost();

    @Test
    default void aStaleLeaseChangesNothingWhateverTheMutation(OwnedShard former) {
        var state = State.in(former);
        var current = former.fixture().own(former.id());

        for (var mutation : state.everyKindOfMutation()) {
            assertThat(sendFirst(former, mutation)).as("%s", mutation).isEqualTo(LEASE_LOST);
            state.assertUnchanged(current);
        }
    }

    @Test
    default void theRightEpochWithAnotherTokenChangesNothing(OwnedShard shard) {
        assertFenced(shard, lease -> new Lease(lease.shard(), lease.epoch(), lease.token() ^ 1));
    }

    @Test
    default void theRightTokenWithAnotherEpochChangesNothing(OwnedShard shard) {
        assertFenced(shard, lease -> new Lease(lease.shard(), lease.epoch().next(), lease.token()));
        assertFenced(
                shard,
                lease ->
                        new Lease(
                                lease.shard(),
                                new Epoch(lease.epoch().value() - 1),
                                lease.token()));
    }

    @Test
    default void aLeaseOfAnotherShardIsNoLeaseOfThisOne(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);

        assertFenced(
                one,
                lease -> new Lease(lease.shard(), other.lease().epoch(), other.lease().token()));
    }

    @Test
    default void aDecisionThatChangesNothingIsFencedLikeAnyOther(OwnedShard former) {
        former.commit(timer("a").create());
        former.fixture().own(former.id());

        assertThat(sendFirst(former, timer("a").create())).isEqualTo(LEASE_LOST);
        assertThat(sendFirst(former, timer("a").payload("2").create())).isEqualTo(LEASE_LOST);
        assertThat(sendFirst(former, delete("missing"))).isEqualTo(LEASE_LOST);
    }

    @Test
    default void anEmptyCommitIsAFencedRoundThatChangesNothing(OwnedShard former) {
        assertThat(former.attempt()).isEqualTo(new CommitResult.Committed(List.of(), List.of()));

        former.fixture().own(former.id());

        assertThat(sendFirst(former)).isEqualTo(LEASE_LOST);
    }

    @Test
    default void aCommitAfterTheOwnReleaseChangesNothing(OwnedShard former) {
        former.release();

        assertThat(sendFirst(former, timer("a").create())).isEqualTo(LEASE_LOST);
        assertThat(former.rows()).isEmpty();
    }

    @Test
    default void aShardThatWasNeverClaimedTakesNoCommit(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var shard = SampleGroups.ONE.shards().getFirst();
        var row = fixture.row(shard);
        var guess = new Lease(shard, row.epoch().next(), row.token());

        var result =
                fixture.store()
                        .timers()
                        .commit(
                                List.of(
                                        new ShardCommit(
                                                guess,
                                                1,
                                                row.mark(),
                                                false,
                                                List.of(timer("a").create()))));

        assertThat(result).containsExactly(LEASE_LOST);
        assertThat(fixture.row(shard)).isEqualTo(row);
    }

    @Test
    default void aReleaseUnderALostLeaseChangesNothingAndIsNoError(OwnedShard former) {
        var current = former.fixture().own(former.id());
        var before = current.row();

        former.release();
        release(former, NOON.plusSeconds(99));

        assertThat(current.row()).isEqualTo(before);
        current.commit(timer("a").create());
    }

    @Test
    default void aReleaseWithAnotherTokenChangesNothing(OwnedShard shard) {
        var before = shard.row();
        var lease = shard.lease();
        var wrong = new Lease(lease.shard(), lease.epoch(), lease.token() + 1);

        shard.store().leases().release(List.of(new Release(wrong, NOON, List.of())));

        assertThat(shard.row()).isEqualTo(before);
        shard.commit(timer("a").create());
    }

    @Test
    default void aStaleLeaseDoesNotRaiseTheMark(OwnedShard former) {
        var current = former.fixture().own(former.id());
        var before = current.row();

        var result = former.send(new ShardCommit(former.lease(), 1, NOON, true, List.of()));

        assertThat(result).isEqualTo(LEASE_LOST);
        assertThat(current.row()).isEqualTo(before);
    }

    /** Commits with the sequence that the store expects next, so that the lease alone is wrong. */
    private static CommitResult sendFirst(OwnedShard former, Mutation... mutations) {
        var mark = former.claimed().mark();
        return former.send(new ShardCommit(former.lease(), 1, mark, false, List.of(mutations)));
    }

    private static void assertFenced(OwnedShard shard, UnaryOperator<Lease> wrong) {
        var commit = shard.next(timer("a").create());
        var forged =
                new ShardCommit(
                        wrong.apply(commit.lease()),
                        commit.sequence(),
                        commit.mark(),
                        commit.storeMark(),
                        commit.mutations());

        assertThat(shard.send(forged)).isEqualTo(LEASE_LOST);
        assertThat(shard.find("a")).isEqualTo(Entry.absent());

        assertThat(shard.send(commit)).isInstanceOf(CommitResult.Committed.class);
        assertThat(shard.apply(delete("a")).changes()).isTrue();
    }

    private static void release(OwnedShard former, Instant mark) {
        former.store().leases().release(List.of(new Release(former.lease(), mark, List.of())));
    }

    /** A shard with a timer of each kind. */
    record State(Timer pending, KeptTimer failed, KeptTimer succeeded) {
        static State in(OwnedShard shard) {
            return new State(
                    shard.schedule(timer("pending").create()),
                    shard.keep(gaveUp(shard.schedule(timer("failed").create()), NOON)),
                    shard.keep(reached(shard.schedule(timer("reached").create()), NOON)));
        }

        List<Mutation> everyKindOfMutation() {
            return List.of(
                    timer("new").create(),
                    timer("failed").create(),
                    timer("reached").payload("2").create(),
                    timer("new").put(),
                    timer("pending").payload("2").put(),
                    move("pending", NOON.plusSeconds(5)),
                    move("reached", NOON.plusSeconds(5)),
                    withPayload("pending", "2"),
                    delete("pending"),
                    delete("failed"),
                    redrive("failed"),
                    done(pending),
                    retried(pending, "HTTP 500", NOON.plusSeconds(5)),
                    putOff(pending, NOON.plusSeconds(5)),
                    reached(pending, NOON),
                    gaveUp(pending, NOON),
                    expire("failed", NOON.plus(RETENTION)),
                    drop("pending"),
                    drop("reached"));
        }

        void assertUnchanged(OwnedShard shard) {
            assertThat(shard.rows()).containsExactly(pending);
            assertThat(shard.find("new")).isEqualTo(Entry.absent());
            assertThat(shard.find("pending")).isEqualTo(new Entry.Pending(pending));
            assertThat(shard.find("failed")).isEqualTo(new Entry.Kept(failed));
            assertThat(shard.find("reached")).isEqualTo(new Entry.Kept(succeeded));
        }
    }
}
