package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which moves a node works on. Owners here do not answer. */
class MoveWorkerTest {
    private static final Group FIRST = Group.of("first", 1);
    private static final Group SECOND = Group.of("second", 1);
    private static final ShardId ONE = FIRST.shards().getFirst();
    private static final ShardId TWO = SECOND.shards().getFirst();
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final TimerStore store =
            new RoutedTimerStore(List.of(database("east"), database("west")), _ -> "east");
    private final Groups groups = new Groups();
    private final Set<ShardId> own = new HashSet<>(Set.of(ONE, TWO));
    private final List<ShardId> begun = new ArrayList<>();
    private boolean isHere = true;
    private long nanos;
    private final MoveWorker worker =
            new MoveWorker(
                    store,
                    new OwnShards(own::contains, this::departure, () -> {}),
                    groups,
                    () -> "node-1",
                    Runnable::run,
                    new SplittableRandom(1),
                    InstantSource.fixed(NOON),
                    () -> nanos);

    private static RoutedDatabase database(String name) {
        return new RoutedDatabase(name, new MemoryTimerStore(InstantSource.fixed(NOON)));
    }

    private Optional<ShardDeparture> departure(ShardId shard) {
        begun.add(shard);
        return isHere
                ? Optional.of(
                        new ShardDeparture(
                                shard, _ -> {}, new HeldShards(_ -> {}), _ -> Departure.Kept.ALL))
                : Optional.empty();
    }

    @BeforeEach
    void make() {
        for (var group : List.of(FIRST, SECOND)) {
            store.leases().openGroup(group);
            groups.learn(
                    store.catalog()
                            .create(GroupDefinition.usual(group.id()).withShards(1))
                            .orElseThrow());
        }
    }

    private void ask(ShardId shard, String to) {
        var move = DatabaseMove.asked(shard, "east", to, "anyone", NOON);
        store.records().apply(RecordChange.Write.ofNew(move.key(), move.text()));
    }

    private DatabaseMove move(ShardId shard) {
        return store.records().find(DatabaseMove.key(shard)).map(DatabaseMove::parse).orElseThrow();
    }

    @Test
    void aGroupThatIsDeletedHoldsUpNoOther() {
        ask(ONE, "west");
        ask(TWO, "west");
        worker.step();
        assertThat(begun).containsExactly(ONE);

        var there = store.catalog().find(FIRST.id()).orElseThrow();
        groups.learn(store.catalog().turn(there, StoredGroup.Phase.DROPPING).orElseThrow());
        worker.step();

        assertThat(begun).containsExactly(ONE, TWO);
    }

    @Test
    void aShardThatIsAnotherNodesByNowIsLeftToIt() {
        isHere = false;
        ask(ONE, "west");
        ask(TWO, "west");
        worker.step();
        worker.step();
        assertThat(begun).containsExactly(ONE, ONE);

        own.remove(ONE);
        worker.step();

        assertThat(begun).containsExactly(ONE, ONE, TWO);
        assertThat(move(ONE).state()).isEqualTo(DatabaseMove.State.RUNNING);
    }

    @Test
    void aMoveToADatabaseThatThisNodeDoesNotKnowFails() {
        ask(ONE, "north");
        worker.step();
        assertThat(move(ONE).state()).isEqualTo(DatabaseMove.State.CANCELLING);

        worker.step();

        assertThat(move(ONE).state()).isEqualTo(DatabaseMove.State.FAILED);
        assertThat(move(ONE).failure()).isEqualTo("this node knows no database 'north'");
    }
}
