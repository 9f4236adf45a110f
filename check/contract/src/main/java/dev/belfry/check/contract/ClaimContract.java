package dev.belfry.check.contract;

import static dev.belfry.check.contract.StoreFixture.NODE;
import static dev.belfry.check.contract.StoreFixture.OTHER_NODE;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Claims: from the state that was seen, one winner each, many in one call. */
public interface ClaimContract extends StoreUnderTest {
    @Test
    default void aClaimRaisesTheEpochByOneAndSetsTokenAndOwner(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var claim = claimOf(fixture, Long.MIN_VALUE);

        var shard = fixture.own(claim);

        assertThat(shard.lease()).isEqualTo(claim.lease());
        assertThat(shard.lease().epoch()).isEqualTo(new Epoch(1));
        assertThat(shard.claimed().handedOver()).isEmpty();
        assertThat(shard.row().isHeldUnder(shard.lease())).isTrue();
        assertThat(shard.row().owner()).contains(NODE);
    }

    @Test
    default void aClaimFromAnOlderStateIsRefusedAndShowsTheCurrentRow(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var first = claimOf(fixture, 7);
        var second = claimOf(fixture, -7);
        fixture.own(first);

        var result = fixture.claim(second);

        assertThat(result).isEqualTo(new ClaimResult.Refused(row(fixture)));
        assertThat(row(fixture).isHeldUnder(first.lease())).isTrue();
    }

    @Test
    default void aClaimWithTheRightEpochAndAnotherTokenIsRefused(OwnedShard shard) {
        var row = shard.row();
        var claim = new Claim(row.shard(), row.epoch(), row.token() + 1, OTHER_NODE, 5);

        assertThat(shard.fixture().claim(claim)).isEqualTo(new ClaimResult.Refused(row));
        shard.commit(timer("a").create());
    }

    @Test
    default void aLivingOwnersShardCanBeTakenFromTheStateThatWasSeen(OwnedShard former) {
        var claim = Claim.of(former.row(), OTHER_NODE, 99);

        former.fixture().own(claim);

        assertThat(former.row().owner()).contains(OTHER_NODE);
        assertThat(former.attempt(timer("a").create())).isEqualTo(FenceContract.LEASE_LOST);
    }

    @Test
    default void aClaimFromTheOwnLeaseSucceedsOnlyForItsHolder(OwnedShard former) {
        var current = former.fixture().own(former.id());

        var result = former.fixture().claim(Claim.again(former.lease(), NODE, 5));

        assertThat(result).isEqualTo(new ClaimResult.Refused(current.row()));
        current.claimAgain().commit(timer("a").create());
    }

    @Test
    default void theSameClaimSentTwiceSucceedsOnce(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var claim = claimOf(fixture, 7);
        var shard = fixture.own(claim);

        var copy = fixture.claim(claim);

        assertThat(copy).isEqualTo(new ClaimResult.Refused(shard.row()));
        assertThat(shard.row().token()).isEqualTo(claim.token());
        shard.commit(timer("a").create());
    }

    @Test
    default void resultsComeForEachClaimInOrder(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.WIDE);
        var seen = fixture.store().leases().shards(SampleGroups.WIDE.id()).reversed();
        var taken = fixture.own(seen.get(2).shard());

        var results = fixture.store().leases().claim(claims(fixture, seen));

        for (int n = 0; n < seen.size(); n++) {
            assertThat(shardOf(results.get(n))).isEqualTo(seen.get(n).shard());
        }
        assertThat(results.get(2)).isEqualTo(new ClaimResult.Refused(taken.row()));
        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(7);
    }

    @Test
    default void thousandsOfShardsAreClaimedAndReleasedInOneCall(StoreFixture fixture) {
        var group = Group.of("xlarge", Group.XLARGE);

        var shards = ownInBulk(fixture, group);

        assertThat(shards).extracting(OwnedShard::id).isEqualTo(group.shards());
        assertThat(fixture.store().leases().shards(group.id()))
                .allMatch(row -> row.owner().isPresent() && row.epoch().value() == 1);

        fixture.store().leases().release(shards.stream().map(shard -> release(shard)).toList());
        assertThat(fixture.store().leases().shards(group.id()))
                .hasSize(Group.XLARGE)
                .allMatch(row -> row.owner().isEmpty() && row.epoch().value() == 2);
    }

    @Test
    default void ofSeveralClaimsFromOneStateExactlyOneSucceeds(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        fixture.store().leases().openGroup(SampleGroups.WIDE);
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 10; round++) {
                var seen = fixture.store().leases().shards(SampleGroups.WIDE.id());
                var results = new ArrayList<ClaimResult>();
                for (var done : threads.invokeAll(rivals(fixture, seen))) {
                    results.addAll(done.get());
                }
                assertOneWinnerEach(fixture, seen, results);
            }
        }
    }

    private static List<Callable<List<ClaimResult>>> rivals(
            StoreFixture fixture, List<ShardRow> seen) {
        return IntStream.range(0, 4)
                .<Callable<List<ClaimResult>>>mapToObj(
                        _ -> () -> fixture.store().leases().claim(claims(fixture, seen)))
                .toList();
    }

    private static void assertOneWinnerEach(
            StoreFixture fixture, List<ShardRow> seen, List<ClaimResult> results) {
        var winners =
                results.stream()
                        .filter(ClaimResult.Claimed.class::isInstance)
                        .map(result -> ((ClaimResult.Claimed) result).lease())
                        .toList();
        var rows = fixture.store().leases().shards(SampleGroups.WIDE.id());
        assertThat(winners).hasSize(seen.size());
        for (var winner : winners) {
            var row = rows.get(winner.shard().index());
            assertThat(row.isHeldUnder(winner)).isTrue();
            assertThat(row.epoch()).isEqualTo(seen.get(row.shard().index()).epoch().next());
        }
    }

    /** Opens a group and owns all of it by one call. */
    static List<OwnedShard> ownInBulk(StoreFixture fixture, Group group) {
        fixture.store().leases().openGroup(group);
        var seen = fixture.store().leases().shards(group.id());
        var results = fixture.store().leases().claim(claims(fixture, seen));
        assertThat(results).hasOnlyElementsOfType(ClaimResult.Claimed.class);
        return results.stream()
                .map(result -> new OwnedShard(fixture, (ClaimResult.Claimed) result))
                .toList();
    }

    private static List<Claim> claims(StoreFixture fixture, List<ShardRow> seen) {
        return seen.stream().map(row -> Claim.of(row, NODE, fixture.newToken())).toList();
    }

    private static Claim claimOf(StoreFixture fixture, long token) {
        return Claim.of(row(fixture), NODE, token);
    }

    private static ShardRow row(StoreFixture fixture) {
        return fixture.row(SampleGroups.ONE.shards().getFirst());
    }

    private static Release release(OwnedShard shard) {
        return new Release(shard.lease(), shard.claimed().mark(), List.of());
    }

    private static ShardId shardOf(ClaimResult result) {
        return switch (result) {
            case ClaimResult.Claimed(var lease, _, _) -> lease.shard();
            case ClaimResult.Refused(var current) -> current.shard();
        };
    }
}
