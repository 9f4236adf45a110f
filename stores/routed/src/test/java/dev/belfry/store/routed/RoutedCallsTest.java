package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.mutation.Drop;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that concern several databases, and what they mean when one is down. */
class RoutedCallsTest {
    private static final Group ORDERS = Group.of("orders", 4);
    private static final Incarnation NODE = new Incarnation(new NodeId("n"), 1);
    private static final Pause PAUSE =
            new Pause(ORDERS.id(), Instant.EPOCH, Optional.of("maintenance"));

    private final Outage east = new Outage();
    private final Outage west = new Outage();

    /** Shards lie by turns in east and west. */
    private final RoutedTimerStore store =
            new RoutedTimerStore(
                    List.of(
                            new RoutedDatabase("east", east.store()),
                            new RoutedDatabase("west", west.store())),
                    shard -> shard.index() % 2 == 0 ? "east" : "west");

    private List<Lease> leases = List.of();

    @BeforeEach
    void own() {
        store.leases().openGroup(ORDERS);
        leases =
                store
                        .leases()
                        .claim(
                                store.leases().shards(ORDERS.id()).stream()
                                        .map(row -> Claim.of(row, NODE, 7))
                                        .toList())
                        .stream()
                        .map(result -> ((ClaimResult.Claimed) result).lease())
                        .toList();
    }

    private static TimerRequest timerOf(int shard) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> TimerRequest.timer(ORDERS, "t" + i))
                .filter(it -> ORDERS.shardOf(it.key()).index() == shard)
                .findFirst()
                .orElseThrow()
                .at(TimerRequest.NOON.plusMillis(shard));
    }

    private ShardCommit commit(int shard) {
        return commit(shard, 1, timerOf(shard).create());
    }

    private ShardCommit commit(int shard, long sequence, Mutation mutation) {
        return new ShardCommit(
                leases.get(shard), sequence, Instant.EPOCH, false, List.of(mutation));
    }

    private List<ShardCommit> commitOfAll() {
        return IntStream.of(3, 0, 2, 1).mapToObj(this::commit).toList();
    }

    private static List<Integer> shardsOf(List<Timer> timers) {
        return timers.stream().map(timer -> ORDERS.shardOf(timer.key()).index()).toList();
    }

    @Test
    void leasesComeInTheOrderOfTheClaims() {
        assertThat(leases).extracting(Lease::shard).isEqualTo(ORDERS.shards());
    }

    @Test
    void aCommitOverSeveralDatabasesHasItsResultsInOrder() {
        var stale = new Lease(leases.get(2).shard(), leases.get(2).epoch(), 8);
        var results =
                store.timers()
                        .commit(
                                List.of(
                                        commit(3),
                                        new ShardCommit(stale, 1, Instant.EPOCH, false, List.of()),
                                        commit(1),
                                        commit(0)));

        assertThat(results.get(1)).isInstanceOf(CommitResult.LeaseLost.class);
        for (var shard : List.of(3, 1, 0)) {
            var key = timerOf(shard).key();
            var place = List.of(3, 2, 1, 0).indexOf(shard);
            assertThat(((CommitResult.Committed) results.get(place)).decisions().getFirst().after())
                    .isEqualTo(store.timers().find(ORDERS.shardOf(key), key));
        }
    }

    @Test
    void theListOfAllDatabasesIsInOrderAndAsLongAsAsked() {
        store.timers().commit(commitOfAll());

        var all = PositionRange.from(Position.START);
        assertThat(shardsOf(store.lists().browse(ORDERS, all, 10))).containsExactly(0, 1, 2, 3);
        assertThat(shardsOf(store.lists().browse(ORDERS, all, 3))).containsExactly(0, 1, 2);
        assertThat(store.lists().counts(ORDERS.shards(), TimerState.SCHEDULED, 10))
                .hasSize(4)
                .allMatch(it -> it.timers() == 1);
    }

    @Test
    void aShardThatMovesWhileItIsCountedIsCountedOnceWhoeverFindsOut() {
        store.timers().commit(commitOfAll());
        var moving = new Moving();

        var counts = moving.store.lists().counts(ORDERS.shards(), TimerState.SCHEDULED, 10);

        assertThat(moving.isDone).isTrue();
        assertThat(counts).extracting(CountedShard::shard).isEqualTo(ORDERS.shards());
    }

    @Test
    void aListWhileAShardMovesIsWholeWhoeverFindsOut() {
        store.timers().commit(commitOfAll());
        var moving = new Moving();

        var all = PositionRange.from(Position.START);
        var listed = moving.store.lists().browse(ORDERS, all, 10);

        assertThat(moving.isDone).isTrue();
        assertThat(shardsOf(listed)).containsExactly(0, 1, 2, 3);
    }

    /**
     * The same databases, in which shard 1 goes from the west to the east when only the east was
     * read; something else on this node finds out at once.
     */
    private final class Moving {
        private final RoutedTimerStore store;
        private boolean isDone;

        Moving() {
            var moving = InterceptedStore.of(east.real(), this::moveAfter);
            store =
                    new RoutedTimerStore(
                            List.of(
                                    new RoutedDatabase("east", moving),
                                    new RoutedDatabase("west", west.real())),
                            shard -> shard.index() % 2 == 0 ? "east" : "west");
            store.leases().openGroup(ORDERS);
        }

        private Object moveAfter(String call, Callable<Object> real) throws Exception {
            var answer = real.call();
            if (!isDone && (call.equals("counts") || call.equals("browse"))) {
                isDone = true;
                claim(east, new Arriving("west", true, 9).mark());
                claim(west, new Moved("east", 9).mark());
                var lease = claim(east, NODE);
                east.real()
                        .timers()
                        .commit(
                                List.of(
                                        new ShardCommit(
                                                lease,
                                                1,
                                                Instant.EPOCH,
                                                false,
                                                List.of(timerOf(1).create()))));
                store.lookAtHomes(ORDERS.id());
            }
            return answer;
        }

        private static Lease claim(Outage database, Incarnation owner) {
            var row = database.real().leases().shards(ORDERS.id()).get(1);
            var claim = Claim.of(row, owner, 8);
            assertThat(database.real().leases().claim(List.of(claim)).getFirst())
                    .isInstanceOf(ClaimResult.Claimed.class);
            return claim.lease();
        }
    }

    @Test
    void oneShardIsCountedWithoutALookAtAllOthers() {
        store.timers().commit(commitOfAll());
        var looks = new AtomicInteger();
        var counting =
                store.decorated(
                        it ->
                                it.behind(
                                        database ->
                                                InterceptedStore.of(
                                                        database,
                                                        (call, real) -> {
                                                            if (call.equals("shards")) {
                                                                looks.incrementAndGet();
                                                            }
                                                            return real.call();
                                                        })));
        counting.lookAtHomes(ORDERS.id());
        int before = looks.get();

        var counts =
                ORDERS.shards().stream()
                        .flatMap(
                                it ->
                                        counting
                                                .lists()
                                                .counts(List.of(it), TimerState.SCHEDULED, 10)
                                                .stream())
                        .toList();

        assertThat(counts).hasSize(4).allMatch(it -> it.timers() == 1);
        assertThat(looks).hasValue(before);
    }

    @Test
    void aTimerIsOnlyInTheDatabaseOfItsShard() {
        store.timers().commit(commitOfAll());

        var all = PositionRange.from(Position.START);
        assertThat(shardsOf(east.real().lists().browse(ORDERS, all, 10))).containsExactly(0, 2);
        assertThat(shardsOf(west.real().lists().browse(ORDERS, all, 10))).containsExactly(1, 3);
    }

    /** An export reads so: what a move has left in the former database is being removed. */
    @Test
    void aPageIsReadWhereTheShardLivesAlsoByANodeThatHasNotSeenTheMove() {
        store.timers().commit(List.of(commit(0)));
        var shard = ORDERS.shards().getFirst();
        var all = PositionRange.from(Position.START);
        var limit = new PageLimit(10, 100_000);
        var before = store.timers().page(shard, all, limit);
        assertThat(before.timers()).hasSize(1);

        move(before.timers().getFirst());

        assertThat(east.real().timers().page(shard, all, limit).timers()).isEmpty();
        assertThat(store.timers().page(shard, all, limit)).isEqualTo(before);
    }

    /** To the west, by somebody else. */
    private void move(Timer timer) {
        var shard = ORDERS.shardOf(timer.key());
        var there = west.real().leases();
        var arriving = new Arriving("east", false, 9);
        var taken = claimed(west, Claim.of(there.shard(shard), arriving.mark(), 1));
        var copy = new CopyIn(timer.key(), new Entry.Pending(timer));
        west.real().timers().commit(List.of(only(taken, copy)));
        claimed(west, Claim.again(taken, arriving.asSealed().mark(), 2));
        var left =
                claimed(
                        east,
                        Claim.again(leases.get(shard.index()), new Moved("west", 9).mark(), 3));
        east.real().timers().commit(List.of(only(left, new Drop(timer.key()))));
    }

    private static Lease claimed(Outage database, Claim claim) {
        var result = database.real().leases().claim(List.of(claim)).getFirst();
        return ((ClaimResult.Claimed) result).lease();
    }

    private static ShardCommit only(Lease lease, Mutation mutation) {
        return new ShardCommit(lease, 1, Instant.EPOCH, false, List.of(mutation));
    }

    @Test
    void eachDatabaseIsATerritoryOfItsShards() {
        assertThat(store.territories()).extracting(Territory::name).containsExactly("east", "west");
        assertThat(store.territories().getFirst().homes().holds(ORDERS.shards().get(2))).isTrue();
        assertThat(store.territories().getFirst().homes().holds(ORDERS.shards().get(1))).isFalse();
    }

    @Test
    void aCommitOfWhichAPartWasAppliedIsInDoubt() {
        west.begin(Outage.Kind.REFUSES);

        assertThatExceptionOfType(StoreException.OutcomeUnknown.class)
                .isThrownBy(() -> store.timers().commit(List.of(commit(0), commit(1))));
    }

    @Test
    void aCommitOfWhichNothingWasAppliedIsNot() {
        west.begin(Outage.Kind.REFUSES);

        assertThatExceptionOfType(StoreException.Unavailable.class)
                .isThrownBy(() -> store.timers().commit(List.of(commit(1), commit(0), commit(3))));
        assertThat(east.real().lists().counts(ORDERS.shards(), TimerState.SCHEDULED, 1))
                .allMatch(it -> it.timers() == 0);
    }

    @Test
    void theShardsOfTheOtherDatabaseAreOfNoConcern() {
        west.begin(Outage.Kind.REFUSES);

        store.timers().commit(List.of(commit(0), commit(2)));

        var key = timerOf(2).key();
        assertThat(store.timers().find(ORDERS.shardOf(key), key).pending()).isPresent();
    }

    @Test
    void aListThatWouldBeIncompleteIsRefused() {
        west.begin(Outage.Kind.REFUSES);

        assertThatExceptionOfType(StoreException.Unavailable.class)
                .isThrownBy(
                        () -> store.lists().browse(ORDERS, PositionRange.from(Position.START), 10));
        assertThatExceptionOfType(StoreException.Unavailable.class)
                .isThrownBy(() -> store.leases().shards(ORDERS.id()));
    }

    @Test
    void aPauseIsKnownToEveryDatabaseThatAnswers() {
        store.pauses().pause(PAUSE);

        east.begin(Outage.Kind.REFUSES);
        assertThat(store.pauses().inForce()).containsExactly(PAUSE);

        east.end();
        west.begin(Outage.Kind.REFUSES);
        assertThat(store.pauses().inForce()).containsExactly(PAUSE);

        east.begin(Outage.Kind.REFUSES);
        assertThatExceptionOfType(StoreException.Unavailable.class)
                .isThrownBy(store.pauses()::inForce);
    }

    @Test
    void aPauseThatOneDatabaseDidNotTakeHoldsInTheOtherAndIsInDoubt() {
        east.begin(Outage.Kind.REFUSES);

        assertThatExceptionOfType(StoreException.OutcomeUnknown.class)
                .isThrownBy(() -> store.pauses().pause(PAUSE));

        assertThat(west.real().pauses().inForce()).containsExactly(PAUSE);
        east.end();
        store.pauses().pause(PAUSE);
        assertThat(east.real().pauses().inForce()).containsExactly(PAUSE);
    }

    @Test
    void aResumeThatOneDatabaseDidNotTakeIsRepeatedUntilItHas() {
        store.pauses().pause(PAUSE);
        east.begin(Outage.Kind.REFUSES);
        assertThatExceptionOfType(StoreException.OutcomeUnknown.class)
                .isThrownBy(() -> store.pauses().resume(ORDERS.id()));
        assertThat(west.real().pauses().inForce()).isEmpty();
        east.end();
        assertThat(store.pauses().inForce()).containsExactly(PAUSE);

        store.pauses().resume(ORDERS.id());

        assertThat(store.pauses().inForce()).isEmpty();
    }

    @Test
    void whatNoDatabaseTookWasNotDone() {
        east.begin(Outage.Kind.REFUSES);
        west.begin(Outage.Kind.REFUSES);

        assertThatExceptionOfType(StoreException.Unavailable.class)
                .isThrownBy(() -> store.pauses().pause(PAUSE));
    }
}
