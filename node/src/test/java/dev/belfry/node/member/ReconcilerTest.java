package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.node.shard.HeldShards;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private final MembershipTimings timings = MembershipTimings.DEFAULT;
    private final Reconciler reconciler =
            new Reconciler(
                    new NodeId("n"),
                    new Watch(timings.deadAfter()),
                    timings.proofLasts(),
                    _ -> true,
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

    private boolean isClaimable(Optional<Incarnation> owner) {
        var shard = new ShardId(new GroupId("orders"), 0);
        var row = new ShardRow(shard, new Epoch(3), 5, owner, Instants.EARLIEST, List.of());
        return reconciler.isClaimable(row, 0);
    }
}
