package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards go from one node to another in good order. */
class MovesTest {
    private static final Group GROUP = Group.of("orders", 8);
    private static final Duration BEAT = MembershipTimings.DEFAULT.beatEvery();

    private final Clock clock = new Clock();
    private final MemoryTimerStore store = new MemoryTimerStore(clock::now);
    private final List<Member> members = new ArrayList<>();

    @BeforeEach
    void open() {
        store.leases().openGroup(GROUP);
    }

    /** A node whose loops claim at once, and release when the test says so. */
    private final class Member implements ShardHolder {
        private final NodeLoop loop;
        private final Map<ShardId, Lease> held = new TreeMap<>();
        private final HeldShards heldShards = new HeldShards(this::closed);
        private final List<ShardId> toRelease = new ArrayList<>();
        private boolean hasRetired;
        private boolean releasesAtOnce;
        private Duration turnsEvery = Duration.ofMillis(10);
        private Duration turned = Duration.ZERO;
        private View seen = View.of(List.of());

        Member(String name) {
            var row =
                    new NodeRow(
                            new Incarnation(new NodeId(name), 1),
                            name,
                            Set.of(GROUP.id()),
                            1,
                            Placement.VERSION,
                            NodeVersion.UNTOLD,
                            0,
                            clock.now());
            loop =
                    new NodeLoop(
                            row,
                            MembershipTimings.DEFAULT,
                            new NodeLoop.Ports(
                                    new Direct(),
                                    _ -> true,
                                    clock,
                                    new Random(name.hashCode()),
                                    new ProofOfLife(clock, MembershipTimings.DEFAULT.proofLasts()),
                                    this,
                                    heldShards,
                                    () -> true,
                                    _ -> {},
                                    roster -> seen = roster.view(),
                                    Lifelines.NONE,
                                    new EngineListener() {}));
            members.add(this);
            loop.start();
            loop.serve(List.of(GROUP));
        }

        private void closed(ShardId shard) {
            loop.shardClosed(shard);
        }

        void retire() {
            loop.retire(() -> hasRetired = true);
        }

        /** One on busy cores turns rarely. */
        void turn() {
            if (clock.passed.minus(turned).compareTo(turnsEvery) >= 0) {
                turned = clock.passed;
                loop.turn();
            }
        }

        void releaseAll() {
            for (var shard : List.copyOf(toRelease)) {
                store.leases()
                        .release(
                                List.of(new Release(held.remove(shard), Instant.EPOCH, List.of())));
                toRelease.remove(shard);
                heldShards.closed(shard);
            }
        }

        @Override
        public void regroup(Group group) {}

        @Override
        public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {
            for (var row : seen) {
                var result = store.leases().claim(List.of(Claim.of(row, owner, 7))).getFirst();
                if (result instanceof ClaimResult.Claimed(var lease, _, _)) {
                    held.put(row.shard(), lease);
                    heldShards.taken(row.shard());
                } else {
                    heldShards.closed(row.shard());
                }
            }
        }

        @Override
        public void release(List<ShardId> shards) {
            toRelease.addAll(shards);
        }

        @Override
        public void abandonAll() {
            List.copyOf(held.keySet()).forEach(heldShards::closed);
            held.clear();
        }

        @Override
        public void reclaimAll() {}

        @Override
        public void verifyAll() {}
    }

    private void turns(Duration time) {
        for (var end = clock.now().plus(time); clock.now().isBefore(end); ) {
            clock.advance(Duration.ofMillis(10));
            for (var member : members) {
                member.turn();
                if (member.releasesAtOnce) {
                    member.releaseAll();
                }
            }
        }
    }

    @Test
    void aNodeThatRetiresIsDoneWhenTheOthersCanTakeAllOfItsShards() {
        var leaving = new Member("leaving");
        turns(BEAT.multipliedBy(3));
        var staying = new Member("staying");
        turns(BEAT.multipliedBy(3));
        leaving.releaseAll();
        turns(BEAT);
        assertThat(staying.held).hasSize(4);

        leaving.retire();
        turns(BEAT.multipliedBy(5));
        assertThat(leaving.hasRetired).isFalse();
        leaving.releaseAll();
        assertThat(leaving.hasRetired).isTrue();
        turns(BEAT);
        assertThat(staying.held).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400, 490})
    void theShardsOfANodeThatRetiresHaveNobodyForMomentsOnly(int apartMillis) {
        var leaving = new Member("leaving");
        turns(BEAT.multipliedBy(3).plusMillis(apartMillis));
        var staying = new Member("staying");
        leaving.releasesAtOnce = true;
        turns(BEAT.multipliedBy(4));
        assertThat(staying.held).hasSize(4);

        leaving.retire();
        while (!leaving.held.isEmpty()) {
            turns(Duration.ofMillis(10));
        }
        turns(Duration.ofMillis(150));
        assertThat(staying.held).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 200, 400, 600, 800})
    void aNodeThatRetiresKeepsItsShardsUntilSlowOthersLookOutForThem(int laterMillis) {
        var leaving = new Member("leaving");
        turns(BEAT.multipliedBy(3));
        var staying = new Member("staying");
        leaving.releasesAtOnce = true;
        turns(BEAT.multipliedBy(4));
        assertThat(staying.held).hasSize(4);

        leaving.releasesAtOnce = false;
        staying.turnsEvery = Duration.ofMillis(900);
        turns(Duration.ofMillis(laterMillis));
        leaving.retire();
        while (leaving.toRelease.isEmpty()) {
            turns(Duration.ofMillis(10));
        }
        assertThat(staying.seen.members().get(new NodeId("leaving")).weight()).isZero();
    }

    @Test
    void aNodeThatRetiresDoesNotWaitForOthersThatHang() {
        var leaving = new Member("leaving");
        turns(BEAT.multipliedBy(3));
        var staying = new Member("staying");
        leaving.releasesAtOnce = true;
        turns(BEAT.multipliedBy(4));
        staying.turnsEvery = Duration.ofDays(1);
        leaving.retire();
        turns(Duration.ofMillis(2_600));
        assertThat(leaving.held).isEmpty();
    }

    @Test
    void aNodeThatIsAloneHasNobodyToWaitFor() {
        var alone = new Member("alone");
        turns(BEAT.multipliedBy(3));
        alone.retire();
        assertThat(alone.hasRetired).isTrue();
        assertThat(alone.held).hasSize(8);
    }

    @Test
    void aReleasedShardIsClaimedLongBeforeTheNextBeat() {
        var first = new Member("first");
        turns(BEAT.multipliedBy(3));
        var second = new Member("second");
        turns(BEAT.multipliedBy(3));
        assertThat(second.held).isEmpty();
        first.releaseAll();
        turns(Duration.ofMillis(150));
        assertThat(second.held).hasSize(4);
    }

    /** A database that fails over may forget that a shard was released, and claimed by another. */
    @Test
    void aShardThatTheStoreGaveBackToALivingNodeFindsItsOwnerAgain() {
        var first = new Member("first");
        var second = new Member("second");
        first.releasesAtOnce = true;
        turns(BEAT.multipliedBy(8));
        assertThat(second.held).hasSize(4);
        var shard = second.held.keySet().iterator().next();
        giveBack(shard, new Incarnation(new NodeId("first"), 1));
        second.held.remove(shard);
        second.heldShards.closed(shard);

        turns(BEAT.multipliedBy(8));
        assertThat(second.held).doesNotContainKey(shard);
        turns(MembershipTimings.DEFAULT.verifyEvery());
        assertThat(second.held).containsKey(shard);
    }

    private void giveBack(ShardId shard, Incarnation owner) {
        var row =
                store.leases().shards(GROUP.id()).stream()
                        .filter(it -> it.shard().equals(shard))
                        .findAny()
                        .orElseThrow();
        store.leases().claim(List.of(Claim.of(row, owner, 99)));
    }

    /** Answers all calls at once. */
    private final class Direct implements StorePort {
        @Override
        public <T> void call(
                StoreOperation operation,
                Function<TimerStore, T> body,
                Consumer<StoreAnswer<T>> answered) {
            answered.accept(new StoreAnswer.Ok<>(body.apply(store)));
        }
    }

    private static final class Clock implements EngineClock {
        private Duration passed = Duration.ZERO;

        void advance(Duration by) {
            passed = passed.plus(by);
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }
    }
}
