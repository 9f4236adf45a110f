package dev.belfry.core.store;

import static dev.belfry.core.mutation.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.mutation.Samples;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The small words of the storage contract. */
class StoreWordsTest {
    private static final ShardId SHARD = new ShardId(GroupId.DEFAULT, 3);
    private static final Incarnation OWNER = new Incarnation(new NodeId("n"), 1);
    private static final Lease LEASE = new Lease(SHARD, new Epoch(5), 77);

    @Test
    void aRangeHoldsItsStartAndNotItsEnd() {
        var range = new PositionRange(Position.startOf(NOON), Position.startOf(NOON.plusMillis(1)));

        assertThat(range.contains(range.fromInclusive())).isTrue();
        assertThat(range.contains(range.fromInclusive().next())).isTrue();
        assertThat(range.contains(range.untilExclusive())).isFalse();
        assertThat(range.contains(Position.START)).isFalse();
        assertThat(PositionRange.from(Position.START).untilExclusive()).isEqualTo(Position.END);
    }

    @Test
    void aCallOfSeveralPartsIsInDoubtUnlessNothingWasWritten() {
        var down = new StoreException.Unavailable("down");
        var wrong = new StoreException.Rejected("wrong");
        var lost = new StoreException.OutcomeUnknown("lost");

        assertThat(StoreException.ofParts(1, List.of(wrong))).isSameAs(wrong);
        assertThat(StoreException.ofParts(2, List.of(down, wrong))).isSameAs(down);
        assertThat(StoreException.ofParts(2, List.of(down)))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessage("1 of 2 parts failed: down")
                .hasCause(down);
        assertThat(StoreException.ofParts(2, List.of(down, lost)))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void aMarkedShardHasMovedAndAnOwnedOneHasNot() {
        assertThat(row(new Moved("west").mark()).moved()).contains(new Moved("west"));
        assertThat(row(OWNER).moved()).isEmpty();
    }

    private static ShardRow row(Incarnation owner) {
        return new ShardRow(SHARD, Epoch.ZERO, 0, Optional.of(owner), NOON, List.of());
    }

    @Test
    void aPageDoesNotEndBeforeItsLastRow() {
        var timer = Samples.timer();

        assertThat(new Page(List.of(timer), timer.position().next()).timers()).hasSize(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> new Page(List.of(timer), timer.position()));
    }

    @Test
    void aPageHasRoomForSomething() {
        assertThatIllegalStateException().isThrownBy(() -> new PageLimit(0, 1));
        assertThatIllegalStateException().isThrownBy(() -> new PageLimit(1, 0));
    }

    @Test
    void aStoreTakesAtLeastOneOfEach() {
        assertThatCode(() -> new StoreLimits(1, 1, 1, 1, 1)).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(0, 1, 1, 1, 1));
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(1, 0, 1, 1, 1));
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(1, 1, 0, 1, 1));
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(1, 1, 1, 0, 1));
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(1, 1, 1, 1, 0));
        assertThatIllegalStateException().isThrownBy(() -> new StoreLimits(1, 1, 1, 1, 2));
    }

    @Test
    void twoMutationsOfOneTimerNeverShareACommit() {
        var create = Samples.creating("1", 1);
        var delete = Samples.delete();

        assertThatIllegalStateException()
                .isThrownBy(() -> new ShardCommit(LEASE, 1, NOON, false, List.of(create, delete)));
    }

    @Test
    void aReleaseHandsOverABoundedList() {
        var attempt = new AttemptUnderWay(AttemptId.nextOf(Samples.timer()), NOON);

        assertThat(new Release(LEASE, NOON, Collections.nCopies(1_000, attempt)).underWay())
                .hasSize(1_000);
        assertThatIllegalStateException()
                .isThrownBy(() -> new Release(LEASE, NOON, Collections.nCopies(1_001, attempt)));
    }

    @Test
    void aClaimGivesTheLeaseOfTheNextEpoch() {
        var row = new ShardRow(SHARD, new Epoch(5), 77, Optional.of(OWNER), NOON, List.of());

        assertThat(Claim.of(row, OWNER, 88)).isEqualTo(Claim.again(LEASE, OWNER, 88));
        assertThat(Claim.of(row, OWNER, 88).lease()).isEqualTo(new Lease(SHARD, new Epoch(6), 88));
    }

    @Test
    void aShardIsHeldUnderALeaseOfItsEpochAndToken() {
        var row = new ShardRow(SHARD, new Epoch(5), 77, Optional.of(OWNER), NOON, List.of());

        assertThat(row.isHeldUnder(LEASE)).isTrue();
        assertThat(row.isHeldUnder(new Lease(SHARD, new Epoch(6), 77))).isFalse();
        assertThat(row.isHeldUnder(new Lease(SHARD, new Epoch(5), 78))).isFalse();
    }

    @Test
    void aBeatChangesNothingElseOfANode() {
        var version = new NodeVersion("1.2.3", 4);
        var node = new NodeRow(OWNER, "http://h", Set.of(GroupId.DEFAULT), 3, 2, version, 1, NOON);

        var beaten = node.beating(2, NOON.plusNanos(1_999_999));

        assertThat(beaten.clock()).isEqualTo(NOON.plusMillis(1));
        assertThat(beaten.beat()).isEqualTo(2);
        assertThat(beaten.beating(1, NOON)).isEqualTo(node);
    }

    @Test
    void aPauseIsKeptInMilliseconds() {
        assertThat(new Pause(GroupId.DEFAULT, NOON.plusNanos(1), Optional.empty()).since())
                .isEqualTo(NOON);
    }

    @Test
    void theRefusalOfAnotherShardCountNamesBothAndSaysWhatToDo() {
        assertThat(StoreException.Rejected.otherShardCount(Group.of("orders", 16), 256))
                .hasMessageContainingAll("orders", "256 shards", "16", "new group");
    }
}
