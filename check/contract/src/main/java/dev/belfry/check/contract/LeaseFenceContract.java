package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.LeaseFence;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is done after a restore: no lease that a row names is worth anything any more. */
public interface LeaseFenceContract extends StoreUnderTest {
    @Test
    default void afterAFenceNoFormerOwnerWrites(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);

        assertThat(raise(fixture)).isEqualTo(shards.size());

        assertThat(shards)
                .allSatisfy(
                        former -> {
                            assertThat(former.attempt(timer("a").create()))
                                    .isEqualTo(new CommitResult.LeaseLost());
                            var again =
                                    Claim.again(
                                            former.lease(), StoreFixture.NODE, fixture.newToken());
                            assertThat(fixture.claim(again))
                                    .isInstanceOf(ClaimResult.Refused.class);
                        });
    }

    @Test
    default void aFenceKeepsTimersTheMarkAndWhatWasHandedOver(OwnedShard former) {
        var kept = former.schedule(timer("a").create());
        former.mark(NOON.minusSeconds(1));
        var underWay =
                new AttemptUnderWay(
                        new AttemptId(kept.uuid(), new Generation(3), 1), NOON.plusSeconds(9));
        former.release(underWay);

        raise(former.fixture());

        assertThat(former.row().owner()).isEmpty();
        assertThat(former.row().mark()).isEqualTo(NOON.minusSeconds(1));
        var next = former.fixture().own(former.id());
        assertThat(next.claimed().handedOver()).containsExactly(underWay);
        assertThat(next.rows()).containsExactly(kept);
    }

    @Test
    default void aFenceSparesMarksAndWhatWasNeverClaimed(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.WIDE);
        mark(fixture, 0, new Moved("east").mark());
        mark(fixture, 1, new Closed(7).mark());
        var before = fixture.store().leases().shards(SampleGroups.WIDE.id());

        assertThat(raise(fixture)).isZero();

        assertThat(fixture.store().leases().shards(SampleGroups.WIDE.id()))
                .isEqualTo(before)
                .filteredOn(row -> row.epoch().equals(Epoch.ZERO))
                .hasSize(6);
    }

    private static void mark(StoreFixture fixture, int index, Incarnation mark) {
        var row = fixture.row(new ShardId(SampleGroups.WIDE.id(), index));
        assertThat(fixture.claim(Claim.of(row, mark, fixture.newToken())))
                .isInstanceOf(ClaimResult.Claimed.class);
    }

    /** Timers are written under it, and a mover that stood still would go on. */
    @Test
    default void aFenceEndsTheLeaseOfAShardThatIsOnItsWayAndKeepsItsMark(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.WIDE);
        var shard = SampleGroups.WIDE.shards().getFirst();
        var mark = new Arriving("east", true, 5).mark();
        mark(fixture, 0, mark);
        var before = fixture.row(shard);

        assertThat(raise(fixture)).isEqualTo(1);

        var after = fixture.row(shard);
        assertThat(after.owner()).contains(mark);
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThat(after.token()).isNotEqualTo(before.token());
        var former = new Lease(shard, before.epoch(), before.token());
        var late = new ShardCommit(former, 1, Instants.EARLIEST, false, List.of());
        assertThat(fixture.store().timers().commit(List.of(late)))
                .containsExactly(new CommitResult.LeaseLost());
        var seal = Claim.again(former, mark, fixture.newToken());
        assertThat(fixture.claim(seal)).isInstanceOf(ClaimResult.Refused.class);
    }

    @Test
    default void aFenceEvictsTheNodesOfBefore(StoreFixture fixture) {
        if (fixture.store().isShared()) {
            var node = joined(fixture);

            raise(fixture);

            assertThat(fixture.store().nodes().members().nodes()).isEmpty();
            assertThat(fixture.store().nodes().beat(node.beating(2, NOON), 1)).isEmpty();
        }
    }

    @Test
    default void aNodeThatBeatsIsTold(StoreFixture fixture) {
        if (fixture.store().isShared()) {
            var node = joined(fixture);
            var earlier = fixture.store().nodes().members();
            assertThat(fixture.store().nodes().members().beatenSince(earlier)).isEmpty();

            fixture.store().nodes().beat(node.beating(2, NOON.plusSeconds(1)), 1);

            assertThat(fixture.store().nodes().members().beatenSince(earlier))
                    .extracting(NodeRow::incarnation)
                    .containsExactly(StoreFixture.NODE);
        }
    }

    private static NodeRow joined(StoreFixture fixture) {
        var node =
                new NodeRow(
                        StoreFixture.NODE,
                        "http://localhost:1",
                        Set.of(),
                        1,
                        2,
                        NodeVersion.UNTOLD,
                        1,
                        NOON);
        fixture.store().nodes().join(node);
        return node;
    }

    private static int raise(StoreFixture fixture) {
        return fixture.store().territories().stream()
                .map(it -> new LeaseFence(it.store(), new SplittableRandom(1)))
                .mapToInt(LeaseFence::raise)
                .sum();
    }
}
