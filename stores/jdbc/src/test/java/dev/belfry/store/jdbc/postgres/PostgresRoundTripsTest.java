package dev.belfry.store.jdbc.postgres;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.faults.FaultProxy;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How often a commit waits for its database, whatever its size. */
class PostgresRoundTripsTest implements ServerUnderTest {
    /**
     * With its statement it fits into one write of the driver, between which a server may speak.
     */
    private static final int MANY = 12;

    /** After one that was expected wrongly. */
    private static final int LOOKS_FIRST = 50;

    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }

    @Test
    void newTimersAndTheirSettlementsTakeOne(OwnedShard shard) {
        through(
                (proxy, store) -> {
                    assertThat(roundTrips(proxy, store, shard, creates("new"))).isOne();
                    assertThat(roundTrips(proxy, store, shard, moves(shard))).isOne();
                    assertThat(roundTrips(proxy, store, shard, kept(shard))).isOne();
                    assertThat(roundTrips(proxy, store, shard, creates("other"))).isOne();
                    assertThat(roundTrips(proxy, store, shard, settlements(shard))).isOne();
                    assertThat(shard.rows()).isEmpty();
                    assertThat(roundTrips(proxy, store, shard, List.of())).isOne();
                });
    }

    @Test
    void whoCreatesWhatIsThereAlreadyTakesOneMoreAndTheNextOnesLookFirst(OwnedShard shard) {
        through(
                (proxy, store) -> {
                    commit(store, shard, creates("same"));
                    assertThat(roundTrips(proxy, store, shard, creates("same"))).isEqualTo(3);
                    assertThat(roundTrips(proxy, store, shard, creates("same"))).isEqualTo(2);
                    assertThat(roundTrips(proxy, store, shard, creates("new"))).isEqualTo(2);
                    assertThat(roundTrips(proxy, store, shard, settlements(shard))).isEqualTo(3);
                    for (int i = 0; i < LOOKS_FIRST; i++) {
                        commit(store, shard, List.of());
                    }
                    assertThat(roundTrips(proxy, store, shard, creates("last"))).isOne();
                });
    }

    private static void through(BiConsumer<FaultProxy, TimerStore> work) {
        try (var proxy = new FaultProxy(PostgresSchema.SHARED.port())) {
            proxy.start();
            try (var store = PostgresSchema.SHARED.openingThrough(proxy.port()).storeAsItIs()) {
                work.accept(proxy, store);
            }
        }
    }

    private static List<Mutation> creates(String name) {
        return IntStream.range(0, MANY)
                .<Mutation>mapToObj(i -> timer("%s-%d".formatted(name, i)).create())
                .toList();
    }

    private static List<Mutation> moves(OwnedShard shard) {
        return shard.rows().stream()
                .<Mutation>map(row -> Changes.putOff(row, row.fireAt().plusSeconds(1)))
                .toList();
    }

    private static List<Mutation> kept(OwnedShard shard) {
        return shard.rows().stream().<Mutation>map(row -> Changes.reached(row, NOON)).toList();
    }

    private static List<Mutation> settlements(OwnedShard shard) {
        return shard.rows().stream().<Mutation>map(Changes::done).toList();
    }

    /** A connection that has rested is asked first whether it lives: the commit before wakes it. */
    private static long roundTrips(
            FaultProxy proxy, TimerStore store, OwnedShard shard, List<Mutation> mutations) {
        commit(store, shard, List.of());
        long before = proxy.roundTrips();
        commit(store, shard, mutations);
        return proxy.roundTrips() - before;
    }

    private static void commit(TimerStore store, OwnedShard shard, List<Mutation> mutations) {
        OwnedShard.committed(store.timers().commit(List.of(shard.next(mutations))).getFirst());
    }
}
