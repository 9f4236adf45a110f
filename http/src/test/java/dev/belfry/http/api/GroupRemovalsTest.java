package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.GroupRemoval;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupRemovalsTest {
    private static final Group ORDERS = Group.of("orders", 4);
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.fixed(NOON));
    private final List<GroupId> ended = new ArrayList<>();
    private boolean isTurn = true;
    private final GroupRemovals removals =
            new GroupRemovals(
                    Runnable::run, store, () -> isTurn, new SplittableRandom(1), ended::add);

    @Test
    void aDroppedGroupGoesWithItsBulkJobsAndMovesAndIsToldOfOnce() {
        make(StoredGroup.Phase.DROPPING);
        store.records()
                .apply(RecordChange.Write.ofNew(BulkJob.KIND.key("orders/j1"), "of the group"));
        var moved = DatabaseMove.key(ORDERS.shards().getFirst());
        store.records().apply(RecordChange.Write.ofNew(moved, "of the group"));

        steps(500);

        assertThat(store.catalog().find(ORDERS.id())).isEmpty();
        assertThat(store.records().list(BulkJob.KIND, "", 10)).isEmpty();
        assertThat(store.records().find(moved)).isEmpty();
        assertThat(ended).containsExactly(ORDERS.id());
    }

    @Test
    void anotherNodesTurnIsLeftToIt() {
        make(StoredGroup.Phase.DROPPING);
        isTurn = false;

        steps(500);

        assertThat(store.catalog().find(ORDERS.id())).isPresent();
        assertThat(rows()).noneMatch(ShardRow::isMarked);
    }

    @Test
    void anOwnerHasTimeToReleaseItsShard() {
        make(StoredGroup.Phase.DROPPING);
        own();

        steps(100);
        assertThat(rows().getFirst().isMarked()).isFalse();

        steps(100);
        assertThat(ended).containsExactly(ORDERS.id());
    }

    @Test
    void aGroupThatHoldsATimerAndWasToGoIfEmptyServesAgain() {
        make(StoredGroup.Phase.SERVING);
        var key = firstOf(ORDERS.shards().getFirst());
        var lease = own();
        var commit = new ShardCommit(lease, 1, Instant.EPOCH, false, List.of(create(key)));
        assertThat(store.timers().commit(List.of(commit)).getFirst())
                .isInstanceOf(CommitResult.Committed.class);
        turn(StoredGroup.Phase.CLOSING);

        steps(500);

        assertThat(ended).containsExactly(ORDERS.id());
        assertThat(phase()).isEqualTo(StoredGroup.Phase.SERVING);
        assertThat(rows()).allMatch(row -> row.owner().isEmpty());
    }

    @Test
    void whatARemoverLeftClosedOfAGroupThatServesIsOpened() {
        make(StoredGroup.Phase.CLOSING);
        var seen = store.catalog().find(ORDERS.id()).orElseThrow();
        var dead = new GroupRemoval(store, seen, List.of(), new SplittableRandom(2), 0);
        assertThat(dead.step()).isEqualTo(GroupRemoval.Progress.UNDER_WAY);
        turn(StoredGroup.Phase.SERVING);
        assertThat(rows()).allMatch(ShardRow::isMarked);

        steps(30);

        assertThat(rows()).allMatch(row -> row.owner().isEmpty());
    }

    @Test
    void aNameMayBeGivenAndRemovedAgainAndAgain() {
        for (int life = 1; life <= 3; life++) {
            make(StoredGroup.Phase.DROPPING);
            steps(200);
            assertThat(ended).hasSize(life);
        }
    }

    @Test
    void afterTheEndNoStepIsAskedFor() {
        var closed =
                new GroupRemovals(
                        _ -> {
                            throw new RejectedExecutionException("closed");
                        },
                        store,
                        () -> true,
                        new SplittableRandom(1),
                        ended::add);
        closed.close();

        closed.step();

        assertThat(ended).isEmpty();
    }

    private void steps(int number) {
        for (int step = 0; step < number; step++) {
            removals.step();
        }
    }

    private void make(StoredGroup.Phase phase) {
        store.leases().openGroup(ORDERS);
        var definition = new GroupDefinition(ORDERS, RetryPolicy.DEFAULT, Duration.ofSeconds(5));
        assertThat(store.catalog().create(definition)).isPresent();
        assertThat(new GroupRevival(store, new SplittableRandom(3)).revive(ORDERS.id())).isTrue();
        turn(phase);
    }

    private void turn(StoredGroup.Phase phase) {
        var seen = store.catalog().find(ORDERS.id()).orElseThrow();
        assertThat(store.catalog().turn(seen, phase)).isPresent();
    }

    private StoredGroup.Phase phase() {
        return store.catalog().find(ORDERS.id()).orElseThrow().phase();
    }

    private List<ShardRow> rows() {
        return store.leases().shards(ORDERS.id());
    }

    /** Claims the first shard in the name of a node. */
    private Lease own() {
        var node = new Incarnation(new NodeId("n"), 1);
        var claim = Claim.of(rows().getFirst(), node, 7);
        assertThat(store.leases().claim(List.of(claim)).getFirst())
                .isInstanceOf(ClaimResult.Claimed.class);
        return claim.lease();
    }

    private static TimerKey firstOf(ShardId shard) {
        return IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> new TimerKey(ORDERS.id(), "t" + n))
                .filter(key -> ORDERS.shardOf(key).equals(shard))
                .findFirst()
                .orElseThrow();
    }

    private static Create create(TimerKey key) {
        var spec =
                new TimerSpec(
                        NOON,
                        CallbackTarget.of("http://a.example"),
                        Payload.of("{}"),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(1, 2));
        return new Create(key, TimerUuid.of(key), spec, new Stamp(new Revision(1), NOON));
    }
}
