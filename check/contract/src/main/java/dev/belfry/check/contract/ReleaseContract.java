package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Releases: an orderly farewell that hands over what is under way. */
public interface ReleaseContract extends StoreUnderTest {
    @Test
    default void aReleaseRaisesTheEpochAndClearsTheOwner(OwnedShard shard) {
        shard.release();

        assertThat(shard.row().epoch()).isEqualTo(shard.lease().epoch().next());
        assertThat(shard.row().owner()).isEmpty();
    }

    @Test
    default void aReleaseKeepsTheTimers(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());

        shard.release();

        assertThat(shard.fixture().own(shard.id()).rows()).containsExactly(timer);
    }

    @Test
    default void theListOfAReleaseIsHandedOutOnce(OwnedShard shard) {
        var underWay = new AttemptUnderWay[] {attempt(1), attempt(2), attempt(3)};
        shard.release(underWay);
        assertThat(shard.row().handedOver()).containsExactly(underWay);

        var next = shard.fixture().own(shard.id());

        assertThat(next.claimed().handedOver()).containsExactly(underWay);
        assertThat(next.row().handedOver()).isEmpty();
        assertThat(next.claimAgain().claimed().handedOver()).isEmpty();
    }

    @Test
    default void theNextReleaseDoesNotBringAnOldListBack(OwnedShard shard) {
        shard.release(attempt(1));
        var next = shard.fixture().own(shard.id());

        next.release();

        assertThat(shard.fixture().own(shard.id()).claimed().handedOver()).isEmpty();
    }

    @Test
    default void aRefusedClaimLeavesTheListForTheWinner(OwnedShard shard) {
        shard.release(attempt(1));
        var stale = Claim.again(shard.lease(), StoreFixture.NODE, 5);

        assertThat(shard.fixture().claim(stale)).isInstanceOf(ClaimResult.Refused.class);

        assertThat(shard.fixture().own(shard.id()).claimed().handedOver())
                .containsExactly(attempt(1));
    }

    @Test
    default void theLongestListIsHandedOverWhole(OwnedShard shard) {
        var most =
                IntStream.range(0, AttemptUnderWay.MAX_HANDED_OVER)
                        .mapToObj(ReleaseContract::attempt)
                        .toList();

        shard.release(most.toArray(AttemptUnderWay[]::new));

        assertThat(shard.fixture().own(shard.id()).claimed().handedOver()).isEqualTo(most);
    }

    @Test
    default void releasesOfOneCallAreEachUnderTheirOwnLease(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        var stolen = fixture.own(shards.get(2).id());

        fixture.store()
                .leases()
                .release(
                        shards.stream()
                                .map(shard -> new Release(shard.lease(), NOON, List.of()))
                                .toList());

        assertThat(fixture.store().leases().shards(SampleGroups.WIDE.id()))
                .filteredOn(row -> row.owner().isPresent())
                .containsExactly(stolen.row());
        assertThat(stolen.row().isHeldUnder(stolen.lease())).isTrue();
    }

    private static AttemptUnderWay attempt(int n) {
        var uuid = timer("t-" + n).uuid();
        return new AttemptUnderWay(
                new AttemptId(uuid, new Generation(-1L << n), n + 1), NOON.plusMillis(n));
    }
}
