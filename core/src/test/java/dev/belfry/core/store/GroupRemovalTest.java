package dev.belfry.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the contract of stores does not show. */
class GroupRemovalTest {
    private static final Group ORDERS = Group.of("orders", 2);

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());

    @Test
    void aShardThatLivesInAnotherDatabaseIsNotClosedHere() {
        assertNotClosed(new Moved("west").mark(), "lives in a database called west");
    }

    @Test
    void aShardThatIsOnItsWayFromAnotherDatabaseIsNotClosedHere() {
        assertNotClosed(
                new Arriving("west", false, 5).mark(), "is on its way from a database called west");
    }

    private void assertNotClosed(Incarnation mark, String why) {
        store.leases().openGroup(ORDERS);
        var moving = Claim.of(rows().getLast(), mark, 1);
        assertThat(store.leases().claim(List.of(moving)).getFirst())
                .isInstanceOf(ClaimResult.Claimed.class);
        var dropping = dropping();
        var before = rows();

        var removal = new GroupRemoval(store, dropping, List.of(), new SplittableRandom(1), 0);

        assertThatThrownBy(removal::step)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("orders#1 " + why);
        assertThat(rows()).isEqualTo(before);
    }

    /** A group has as many records of moves as shards. */
    @Test
    void recordsGoWithTheirGroupHoweverManyThereAre() {
        var kind = new RecordKind("shard-move");
        for (int i = 0; i < 2_500; i++) {
            store.records().apply(RecordChange.Write.ofNew(kind.key("orders/" + i), "a"));
        }
        store.records().apply(RecordChange.Write.ofNew(kind.key("orders-2/1"), "a"));
        store.leases().openGroup(ORDERS);
        var dropping = dropping();

        var removal = new GroupRemoval(store, dropping, List.of(kind), new SplittableRandom(1), 0);
        GroupRemoval.Progress progress;
        do {
            progress = removal.step();
        } while (progress == GroupRemoval.Progress.UNDER_WAY);

        assertThat(progress).isEqualTo(GroupRemoval.Progress.REMOVED);
        assertThat(store.records().list(kind, "", 10))
                .extracting(StoredRecord::key)
                .containsExactly(kind.key("orders-2/1"));
    }

    private StoredGroup dropping() {
        var definition = new GroupDefinition(ORDERS, RetryPolicy.DEFAULT, Duration.ofSeconds(5));
        var serving = store.catalog().create(definition).orElseThrow();
        return store.catalog().turn(serving, StoredGroup.Phase.DROPPING).orElseThrow();
    }

    private List<ShardRow> rows() {
        return store.leases().shards(ORDERS.id());
    }
}
