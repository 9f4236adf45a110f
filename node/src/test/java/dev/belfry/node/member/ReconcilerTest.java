package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.node.shard.HeldShards;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private final MembershipTimings timings = MembershipTimings.DEFAULT;
    private boolean opens;
    private final Reconciler reconciler =
            new Reconciler(
                    new NodeId("n"),
                    new Watch(timings.deadAfter()),
                    timings.proofLasts(),
                    new Homes(),
                    new HeldShards(_ -> {}),
                    _ -> false);

    @Test
    void whatNobodyOwnsOrADeadNodeOwnedMayBeClaimed() {
        assertThat(isClaimable(Optional.empty())).isTrue();
        assertThat(isClaimable(Optional.of(new Incarnation(new NodeId("gone"), 1)))).isTrue();
    }

    @Test
    void aShardWithAMarkIsNotForNodesToClaim() {
        assertThat(isClaimable(Optional.of(new Closed(7).mark()))).isFalse();
        assertThat(isClaimable(Optional.of(new Moved("west").mark()))).isFalse();
    }

    @Test
    void aShardThatHasArrivedIsClaimedWhenItsMoverHadTimeToOpenIt() {
        var arrived = Optional.of(new Arriving("east", true, 7).mark());
        long proofLasts = timings.proofLasts().toNanos();
        assertThat(isClaimable(arrived)).isFalse();
        assertThat(reconciler.isClaimable(row(arrived), proofLasts)).isFalse();

        opens = true;

        assertThat(reconciler.isClaimable(row(arrived), proofLasts)).isFalse();
        assertThat(reconciler.isClaimable(row(arrived), 2 * proofLasts)).isTrue();
        assertThat(isClaimable(Optional.of(new Closed(7).mark()))).isFalse();
    }

    private boolean isClaimable(Optional<Incarnation> owner) {
        return reconciler.isClaimable(row(owner), 0);
    }

    private static ShardRow row(Optional<Incarnation> owner) {
        var shard = new ShardId(new GroupId("orders"), 0);
        return new ShardRow(shard, new Epoch(3), 5, owner, Instants.EARLIEST, List.of());
    }

    private final class Homes implements LivingShards {
        @Override
        public boolean holds(ShardId shard) {
            return true;
        }

        @Override
        public boolean opens(ShardRow marked) {
            return opens && marked.arriving().isPresent();
        }
    }
}
