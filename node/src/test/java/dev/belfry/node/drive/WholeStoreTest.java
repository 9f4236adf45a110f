package dev.belfry.node.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.Territory;
import dev.belfry.node.EngineClock;
import dev.belfry.node.member.FirstSightings;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.ShardHolder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WholeStoreTest {
    private static final Group ORDERS = Group.of("orders", 3);

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.fixed(Instant.EPOCH));
    private final SequencedSet<ShardId> held = new LinkedHashSet<>();
    private final List<Group> regrouped = new ArrayList<>();
    private final StandingClock clock = new StandingClock();
    private final WholeStore whole = whole(store.territories().getFirst());

    private WholeStore whole(Territory territory) {
        return new WholeStore(
                node(),
                territory,
                new Holding(),
                Runnable::run,
                clock,
                new FirstSightings(Duration.ofSeconds(2)));
    }

    @Test
    void closedShardsOfADeletedGroupAreLeftAlone() {
        store.leases().openGroup(ORDERS);
        var second = store.leases().shards(ORDERS.id()).get(1);
        var closing = Claim.of(second, new Closed(7).mark(), 9);
        assertThat(store.leases().claim(List.of(closing)).getFirst())
                .isInstanceOf(ClaimResult.Claimed.class);

        whole.serve(List.of(ORDERS));

        assertThat(held).containsExactly(new ShardId(ORDERS.id(), 0), new ShardId(ORDERS.id(), 2));
    }

    @Test
    void aGroupThatComesIsTakenAndOneThatGoesIsGivenBack() {
        var paper = Group.of("paper", 2);
        store.leases().openGroup(ORDERS);
        store.leases().openGroup(paper);

        whole.serve(List.of(ORDERS));
        assertThat(held).containsExactlyElementsOf(ORDERS.shards());
        whole.serve(List.of(ORDERS, paper));
        assertThat(held).hasSize(5).containsAll(paper.shards());
        whole.serve(List.of(paper));

        assertThat(held).containsExactlyElementsOf(paper.shards());
        assertThat(whole.roster().ownerOf(paper.shards().getFirst())).isPresent();
        assertThat(whole.roster().ownerOf(ORDERS.shards().getFirst())).isEmpty();
    }

    @Test
    void aShardThatIsClosedAfterItsGroupCameBackIsTakenAnew() {
        store.leases().openGroup(ORDERS);
        whole.serve(List.of(ORDERS));
        var late = ORDERS.shards().get(1);

        held.remove(late);
        whole.closed(late);
        assertThat(held).contains(late);

        whole.retire(Duration.ZERO);
        held.remove(late);
        whole.closed(late);
        assertThat(held).doesNotContain(late);
    }

    @Test
    void aShardThatIsStillClosedIsTakenWhenItIsOpen() {
        store.leases().openGroup(ORDERS);
        var second = store.leases().shards(ORDERS.id()).get(1);
        var closed = Claim.of(second, new Closed(7).mark(), 9);
        assertThat(store.leases().claim(List.of(closed))).hasSize(1);
        whole.serve(List.of(ORDERS));
        assertThat(held).hasSize(2);

        store.leases().release(List.of(new Release(closed.lease(), Instant.EPOCH, List.of())));
        whole.serve(List.of(ORDERS));

        assertThat(held).containsAll(ORDERS.shards());
    }

    @Test
    void aShardThatHasArrivedIsLeftToTheMoverForAWhile() {
        store.leases().openGroup(ORDERS);
        var second = store.leases().shards(ORDERS.id()).get(1);
        var arrival = Claim.of(second, new Arriving("east", true, 7).mark(), 9);
        assertThat(store.leases().claim(List.of(arrival))).hasSize(1);
        var arrived = whole(new Territory("", store, new AllArrived()));

        arrived.serve(List.of(ORDERS));
        assertThat(held).hasSize(2).doesNotContain(second.shard());
        clock.nanos = Duration.ofSeconds(2).toNanos();
        arrived.serve(List.of(ORDERS));

        assertThat(held).containsAll(ORDERS.shards());
    }

    @Test
    void changedSettingsAreToldAndTakeNoShardAgain() {
        store.leases().openGroup(ORDERS);
        whole.serve(List.of(ORDERS));
        held.clear();
        var keeping = new Group(ORDERS.id(), 3, Duration.ofHours(1), Duration.ofDays(1));

        whole.serve(List.of(keeping));

        assertThat(held).isEmpty();
        assertThat(regrouped).containsExactly(keeping);
    }

    /** What lives here has come by a move, and the database that it came from says so. */
    private static final class AllArrived implements LivingShards {
        @Override
        public boolean holds(ShardId shard) {
            return true;
        }

        @Override
        public boolean opens(ShardRow marked) {
            return marked.arriving().isPresent();
        }
    }

    private static final class StandingClock implements EngineClock {
        private long nanos;

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return nanos;
        }
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

    private final class Holding implements ShardHolder {
        @Override
        public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {
            seen.forEach(row -> held.add(row.shard()));
        }

        @Override
        public void regroup(Group group) {
            regrouped.add(group);
        }

        @Override
        public void release(List<ShardId> shards) {
            shards.forEach(held::remove);
        }

        @Override
        public void abandonAll() {}

        @Override
        public void reclaimAll() {}

        @Override
        public void verifyAll() {}
    }
}
