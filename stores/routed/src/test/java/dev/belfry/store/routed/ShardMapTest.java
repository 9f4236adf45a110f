package dev.belfry.store.routed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.MemoryTimerStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShardMapTest {
    private static final Group ORDERS = Group.of("orders", 8);

    private static ShardMap map(ShardRange... ranges) {
        return new ShardMap(Map.of(ORDERS.id(), ShardMap.homesOf(ORDERS, List.of(ranges))));
    }

    private static ShardRange range(String database, int first, int last) {
        return new ShardRange(database, first, last);
    }

    private static void assertRefused(String message, ShardRange... ranges) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> map(ranges))
                .withMessage("groups.orders.databases " + message);
    }

    @Test
    void aShardLivesInTheDatabaseOfItsRange() {
        var map = map(range("west", 4, 6), range("east", 0, 3), range("east", 7, 7));

        assertThat(ORDERS.shards().stream().map(map::databaseOf))
                .containsExactly("east", "east", "east", "east", "west", "west", "west", "east");
    }

    @Test
    void noShardIsLeftOut() {
        assertRefused("gives shard 0 to no database", range("east", 1, 7));
        assertRefused("gives shards 3-4 to no database", range("east", 0, 2), range("west", 5, 7));
        assertRefused("gives shards 5-7 to no database", range("east", 0, 4));
        assertRefused("gives shards 0-7 to no database");
    }

    @Test
    void noShardIsGivenTwice() {
        assertRefused("gives shard 4 twice", range("east", 0, 4), range("west", 4, 7));
    }

    @Test
    void aRangeHoldsShardsThatAreThere() {
        assertRefused("has 'west 4-8', but the shards are 0 to 7", range("west", 4, 8));
        assertRefused("has 'west 5-4', which runs backwards", range("west", 5, 4));
    }

    @Test
    void anEvenSplitIsShownAsOneWouldWriteIt() {
        assertThat(ShardMap.evenly(ORDERS, List.of("a", "b", "c")))
                .isEqualTo("a 0-1, b 2-4, c 5-7");
        assertThat(ShardMap.evenly(Group.of("one", 1), List.of("a", "b"))).isEqualTo("a 0");
    }

    @Test
    void aShardOfAnUnknownGroupHasNoDatabase() {
        var map = map(range("east", 0, 7));

        assertThatIllegalStateException()
                .isThrownBy(() -> map.databaseOf(new ShardId(Group.of("x", 1).id(), 0)))
                .withMessageContaining("x#0");
    }

    /** Another node's configuration may know the group: it is not this one's to serve. */
    @Test
    void aGroupThatTheMapDoesNotKnowIsInNoTerritory() {
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase(
                                        "east", new MemoryTimerStore(InstantSource.system()))),
                        map(range("east", 0, 7)));
        var territory = store.territories().getFirst();

        assertThat(territory.homes().holds(new ShardId(Group.of("x", 1).id(), 0))).isFalse();
        assertThat(territory.homes().holds(ORDERS.shards().getFirst())).isTrue();
    }
}
