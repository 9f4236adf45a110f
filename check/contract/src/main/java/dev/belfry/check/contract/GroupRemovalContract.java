package dev.belfry.check.contract;

import static dev.belfry.check.contract.FenceContract.LEASE_LOST;
import static dev.belfry.check.contract.RemovedGroup.finish;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.store.StoredGroup.Phase.CLOSING;
import static dev.belfry.core.store.StoredGroup.Phase.DROPPING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.GroupRemoval.Progress;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.AttemptId;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups that are deleted with what they hold, and made anew under the same name. */
public interface GroupRemovalContract extends StoreUnderTest {
    @Test
    default void aDroppedGroupTakesTimersOfEveryStateWithIt(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 3);
        var other = fixture.own(SampleGroups.ONE);
        other.commit(timer("a").create());
        group.makeWithTimers();
        fixture.store().pauses().pause(new Pause(group.id(), NOON, Optional.empty()));
        group.turn(DROPPING);

        assertThat(finish(group.removal())).isEqualTo(Progress.REMOVED);

        group.assertGone();
        assertThat(other.ids()).containsExactly("a");
    }

    @Test
    default void moreTimersThanACommitTakesAreDropped(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 1);
        group.make();
        var shard = fixture.own(group.group());
        for (int page = 0; page < 6; page++) {
            shard.commit(
                    IntStream.range(page * 50, page * 50 + 50)
                            .mapToObj(n -> timer(group.group(), "t-" + n).create())
                            .toList());
        }
        group.turn(DROPPING);

        assertThat(finish(group.removal())).isEqualTo(Progress.REMOVED);

        group.assertGone();
    }

    @Test
    default void aClosedGroupThatIsEmptyGoesWithItsHistory(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 3);
        group.makeWithHistory();
        group.turn(CLOSING);

        assertThat(finish(group.removal())).isEqualTo(Progress.REMOVED);

        group.assertGone();
    }

    @Test
    default void aClosedGroupThatHoldsATimerServesAgainWithAllItHad(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 3);
        var shard = group.makeWithTimers();
        var attempt = new AttemptUnderWay(AttemptId.nextOf(shard.rows().getFirst()), NOON);
        shard.release(attempt);
        group.turn(CLOSING);

        assertThat(finish(group.removal())).isEqualTo(Progress.SERVES);

        group.assertServes();
        var again = fixture.own(shard.id());
        assertThat(again.claimed().handedOver()).containsExactly(attempt);
        group.assertHasTimers(again);
    }

    @Test
    default void anOwnerFromBeforeWritesNothingAfterwards(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 1);
        var former = group.makeWithTimers();
        var commit = former.next(timer(group.group(), "late").create());
        group.turn(DROPPING);
        finish(group.removal());

        assertThat(former.send(commit)).isEqualTo(LEASE_LOST);
        former.release();
        group.assertGone();

        group.make();
        assertThat(former.send(commit)).isEqualTo(LEASE_LOST);
        group.assertEmpty();
    }

    @Test
    default void aClaimFromBeforeIsRefusedAfterwards(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 1);
        var shard = group.makeWithTimers();
        shard.release();
        var late = Claim.of(shard.row(), StoreFixture.OTHER_NODE, fixture.newToken());
        group.turn(DROPPING);
        finish(group.removal());

        assertThat(fixture.claim(late)).isInstanceOf(ClaimResult.Refused.class);
        group.make();
        assertThat(fixture.claim(late)).isInstanceOf(ClaimResult.Refused.class);
    }

    @Test
    default void shardsStayClosedUntilTheNameIsGivenAnew(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 3);
        group.makeWithTimers();
        group.turn(DROPPING);
        finish(group.removal());
        assertThat(group.rows()).allMatch(ShardRow::isMarked);

        group.make();

        assertThat(group.rows())
                .noneMatch(ShardRow::isMarked)
                .allMatch(row -> row.owner().isEmpty() && row.handedOver().isEmpty());
        var shard = fixture.ownAll(group.group()).getFirst();
        shard.commit(timer(group.group(), group.idOfFirstShard(0)).create());
        assertThat(shard.ids()).containsExactly(group.idOfFirstShard(0));
    }

    @Test
    default void aGroupThatIsBeingDeletedIsNotRevived(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 2);
        group.makeWithTimers();
        group.turn(DROPPING);
        var removal = group.removal();
        var _ = removal.step();

        var revival = new GroupRevival(fixture.store(), new SplittableRandom(1));

        assertThat(revival.revive(group.id())).isFalse();
        assertThat(group.rows()).allMatch(ShardRow::isMarked);
        assertThat(finish(removal)).isEqualTo(Progress.REMOVED);
    }

    @Test
    default void ownersHaveTimeToReleaseTheirShards(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 1);
        var owner = group.makeWithTimers();
        group.turn(DROPPING);
        var removal = group.removal(fixture.store(), 3);
        for (int step = 0; step < 3; step++) {
            assertThat(removal.step()).isEqualTo(Progress.UNDER_WAY);
            assertThat(owner.row().owner()).contains(StoreFixture.NODE);
        }
        owner.commit(timer(group.group(), "in-time").create());

        assertThat(finish(removal)).isEqualTo(Progress.REMOVED);

        group.assertGone();
    }

    @Test
    default void aGroupThatIsClosedAndThenDroppedGoesByItsNewRecord(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 2);
        group.makeWithTimers();
        group.turn(CLOSING);
        var closing = group.removal();
        group.turn(DROPPING);

        assertThat(finish(closing)).isEqualTo(Progress.CHANGED);
        assertThat(finish(group.removal())).isEqualTo(Progress.REMOVED);

        group.assertGone();
    }
}
