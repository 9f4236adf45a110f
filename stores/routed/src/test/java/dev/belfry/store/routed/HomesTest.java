package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
        var row = store.leases().shards(ORDERS.id()).get(index);
        return store.leases().claim(List.of(Claim.of(row, NODE, 7))).getFirst();
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
    void shardsThatWereEverClaimedAreNotGivenToAnotherDatabase() {
        east.leases().openGroup(ORDERS);
        claim(east, 4);
        claim(east, 6);
        claim(east, 7);

        assertRefused(
                splitAt(4),
                "group orders: shards 4, 6-7 live in database east but are given to west",
                "let groups.orders.databases say where they live");
        assertThat(marks(east)).containsOnly("-");
        assertThat(marks(west)).containsOnly("-");
        splitAt(8).leases().openGroup(ORDERS);
    }

    @Test
    void aMapThatHasChangedIsRefused() {
        splitAt(4).leases().openGroup(ORDERS);

        assertRefused(splitAt(6), "shards 4-5 live in database west but are given to east");
        assertRefused(splitAt(2), "shards 2-3 live in database east but are given to west");
        splitAt(4).leases().openGroup(ORDERS);
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
