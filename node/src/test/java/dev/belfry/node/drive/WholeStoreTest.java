package dev.belfry.node.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardRow;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.ShardHolder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WholeStoreTest {
    private static final Group ORDERS = Group.of("orders", 3);

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.fixed(Instant.EPOCH));
    private final List<ShardId> acquired = new ArrayList<>();

    @Test
    void closedShardsOfADeletedGroupAreLeftAlone() {
        store.leases().openGroup(ORDERS);
        var second = store.leases().shards(ORDERS.id()).get(1);
        var closing = Claim.of(second, new Closed(7).mark(), 9);
        assertThat(store.leases().claim(List.of(closing)).getFirst())
                .isInstanceOf(ClaimResult.Claimed.class);

        WholeStore.of(node(), store.territories().getFirst(), List.of(ORDERS), new Acquired())
                .start();

        assertThat(acquired)
                .containsExactly(new ShardId(ORDERS.id(), 0), new ShardId(ORDERS.id(), 2));
    }

    private static NodeRow node() {
        return new NodeRow(
                new Incarnation(new NodeId("n"), 1),
                "http://n",
                Set.of(ORDERS.id()),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                0,
                Instant.EPOCH);
    }

    private final class Acquired implements ShardHolder {
        @Override
        public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {
            seen.forEach(row -> acquired.add(row.shard()));
        }

        @Override
        public void release(List<ShardId> shards) {}

        @Override
        public void abandonAll() {}

        @Override
        public void verifyAll() {}
    }
}
