package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What each database remembers of the shards that live in it and in others. */
class HomesTest {
    private static final Group ORDERS = Group.of("orders", 8);
    private static final Incarnation NODE = new Incarnation(new NodeId("n"), 1);

    private final TimerStore east = new MemoryTimerStore(InstantSource.system());
    private final TimerStore west = new MemoryTimerStore(InstantSource.system());
    private final TimerStore north = new MemoryTimerStore(InstantSource.system());

    /** East has the shards before this one, west the others. */
    private RoutedTimerStore splitAt(int firstOfWest) {
        return new RoutedTimerStore(
                List.of(new RoutedDatabase("east", east), new RoutedDatabase("west", west)),
                shard -> shard.index() < firstOfWest ? "east" : "west");
    }

    private static List<String> marks(TimerStore store) {
        return store.leases().shards(ORDERS.id()).stream()
                .map(row -> row.moved().map(Moved::to).orElse("-"))
                .toList();
    }

    private static ClaimResult claim(TimerStore store, int index) {
        return mark(store, index, NODE);
    }

    private static ClaimResult mark(TimerStore store, int index, Incarnation owner) {
        var claim = Claim.of(row(store, index), owner, 7);
        return store.leases().claim(List.of(claim)).getFirst();
    }

    private static ShardRow row(TimerStore store, int index) {
        return store.leases().shards(ORDERS.id()).get(index);
    }

    private static void assertRefused(RoutedTimerStore store, String... message) {
        assertThatExceptionOfType(StoreException.Rejected.class)
                .isThrownBy(() -> store.leases().openGroup(ORDERS))
                .satisfies(refusal -> assertThat(refusal.getMessage()).contains(message));
    }

    @Test
    void theFirstStartMarksInEachDatabaseWhatLivesInTheOther() {
        splitAt(5).leases().openGroup(ORDERS);

        assertThat(marks(east)).containsExactly("-", "-", "-", "-", "-", "west", "west", "west");
        assertThat(marks(west))
                .containsExactly("east", "east", "east", "east", "east", "-", "-", "-");
        assertThat(splitAt(5).leases().shards(ORDERS.id()))
                .extracting(ShardRow::epoch)
                .containsOnly(Epoch.ZERO);
    }

    @Test
    void aLaterStartChangesNothing() {
        splitAt(5).leases().openGroup(ORDERS);
        var before = List.of(east.leases().shards(ORDERS.id()), west.leases().shards(ORDERS.id()));

        splitAt(5).leases().openGroup(ORDERS);

        assertThat(List.of(east.leases().shards(ORDERS.id()), west.leases().shards(ORDERS.id())))
                .isEqualTo(before);
    }

    @Test
    void severalNodesMayStartForTheFirstTimeAtOnce() throws Exception {
        Callable<Boolean> start =
                () -> {
                    splitAt(4).leases().openGroup(ORDERS);
                    return true;
                };
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(List.of(start, start, start, start))) {
                assertThat(done.get()).isTrue();
            }
        }

        assertThat(marks(east)).containsExactly("-", "-", "-", "-", "west", "west", "west", "west");
        assertThat(east.leases().shards(ORDERS.id()).get(7).epoch()).isEqualTo(new Epoch(1));
    }

    @Test
    void shardsThatWereEverClaimedStayWhereTheyAre() {
        east.leases().openGroup(ORDERS);
        claim(east, 4);
        claim(east, 6);
        claim(east, 7);

        splitAt(4).leases().openGroup(ORDERS);

        assertThat(marks(east)).containsExactly("-", "-", "-", "-", "-", "west", "-", "-");
        assertThat(marks(west))
                .containsExactly("east", "east", "east", "east", "east", "-", "east", "east");
    }

    @Test
    void aMapThatHasChangedMovesNothing() {
        splitAt(4).leases().openGroup(ORDERS);
        var before = List.of(marks(east), marks(west));

        splitAt(6).leases().openGroup(ORDERS);
        splitAt(2).leases().openGroup(ORDERS);

        assertThat(List.of(marks(east), marks(west))).isEqualTo(before);
    }

    @Test
    void aShardOfADatabaseThatIsNotConfiguredIsRefused() {
        splitAt(4).leases().openGroup(ORDERS);
        var alone =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", east),
                                new RoutedDatabase("north", north)),
                        shard -> "east");

        assertRefused(alone, "lives in none of the databases", "[west]", "list all databases");
    }

    @Test
    void aShardThatTwoDatabasesHaveIsRefused() {
        east.leases().openGroup(ORDERS);
        west.leases().openGroup(ORDERS);
        claim(east, 3);
        claim(west, 3);

        assertRefused(splitAt(4), "shard orders#3 lives in the databases east and west at once");
    }

    @Test
    void aShardThatHasArrivedIsTakenOnlyWhenTheOtherDatabaseSaysSo() {
        var store = splitAt(4);
        store.leases().openGroup(ORDERS);
        var there = store.territories().getLast().homes();
        mark(west, 0, new Arriving("east", true, 9).mark());

        assertThat(store.lookAtHomes(ORDERS.id())).isTrue();
        assertThat(there.holds(ORDERS.shards().getFirst())).isFalse();
        long before = there.version();

        mark(east, 0, new Moved("west", 9).mark());
        assertThat(store.lookAtHomes(ORDERS.id())).isTrue();

        assertThat(there.holds(ORDERS.shards().getFirst())).isTrue();
        assertThat(there.version()).isNotEqualTo(before);
        assertThat(there.opens(row(west, 0))).isTrue();
        mark(west, 0, new Arriving("east", true, 10).mark());
        assertThat(there.opens(row(west, 0))).isFalse();
    }

    @Test
    void whereADatabaseDidNotAnswerHomesAreLookedAtAgain() {
        var source = new Outage();
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", source.store()),
                                new RoutedDatabase("west", west)),
                        _ -> "east");
        store.leases().openGroup(ORDERS);
        var there = store.territories().getLast().homes();
        mark(west, 0, new Arriving("east", true, 9).mark());
        mark(source.real(), 0, new Moved("west", 9).mark());

        source.begin(Outage.Kind.REFUSES);
        assertThat(store.lookAtHomes(ORDERS.id())).isFalse();
        store.lookAtHomesAgain();
        assertThat(there.holds(ORDERS.shards().getFirst())).isFalse();

        source.end();
        store.lookAtHomesAgain();
        assertThat(there.holds(ORDERS.shards().getFirst())).isTrue();
    }

    @Test
    void whatNobodyToldIsFoundInARoundOverAllGroups() {
        var store = splitAt(4);
        store.leases().openGroup(ORDERS);
        mark(west, 0, new Arriving("east", true, 9).mark());
        mark(east, 0, new Moved("west", 9).mark());

        int looks = 0;
        while (!store.territories().getLast().homes().holds(ORDERS.shards().getFirst())) {
            store.lookAtHomesAgain();
            assertThat(++looks).isLessThanOrEqualTo(60);
        }
        assertThat(looks).isGreaterThan(1);
    }

    @Test
    void databasesThatHaveChangedNamesAreRefused() {
        splitAt(4).leases().openGroup(ORDERS);
        var swapped =
                new RoutedTimerStore(
                        List.of(new RoutedDatabase("east", west), new RoutedDatabase("west", east)),
                        shard -> shard.index() < 4 ? "east" : "west");

        assertRefused(swapped, "database east says that shard orders#0 lives in the database east");
    }

    @Test
    void oneDatabaseUnderTwoNamesIsRefused() {
        var twice =
                new RoutedTimerStore(
                        List.of(new RoutedDatabase("east", east), new RoutedDatabase("west", east)),
                        shard -> shard.index() < 4 ? "east" : "west");

        assertRefused(twice, "it has two names in store.databases");
    }

    @Test
    void aDatabaseMayBeAddedForOtherGroups() {
        splitAt(4).leases().openGroup(ORDERS);
        var more =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", east),
                                new RoutedDatabase("west", west),
                                new RoutedDatabase("north", north)),
                        shard ->
                                !shard.group().equals(ORDERS.id())
                                        ? "north"
                                        : shard.index() < 4 ? "east" : "west");

        more.leases().openGroup(ORDERS);
        more.leases().openGroup(Group.of("news", 2));

        assertThat(marks(north))
                .containsExactly("east", "east", "east", "east", "west", "west", "west", "west");
        assertThat(more.leases().shardCounts())
                .isEqualTo(Map.of(ORDERS.id(), 8, Group.of("news", 2).id(), 2));
    }

    @Test
    void aDatabaseThatIsNewToAGroupDoesNotRememberAWrongShardCount() {
        west.leases().openGroup(ORDERS);

        assertThatExceptionOfType(StoreException.Rejected.class)
                .isThrownBy(() -> splitAt(4).leases().openGroup(Group.of("orders", 16)))
                .withMessageContaining("8 shards");

        assertThat(east.leases().shardCounts()).isEmpty();
    }

    @Test
    void ofAMarkAndAFirstOwnerOnlyOneSucceeds() {
        east.leases().openGroup(ORDERS);
        var seen = new ArrayList<>(east.leases().shards(ORDERS.id()));
        splitAt(4).leases().openGroup(ORDERS);

        var late = east.leases().claim(List.of(Claim.of(seen.get(6), NODE, 7))).getFirst();

        assertThat(late).isInstanceOf(ClaimResult.Refused.class);
        assertThat(((ClaimResult.Refused) late).current().moved())
                .isEqualTo(Optional.of(new Moved("west")));
    }
}
