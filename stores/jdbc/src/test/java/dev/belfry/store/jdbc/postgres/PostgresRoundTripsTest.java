package dev.belfry.store.jdbc.postgres;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How often a commit waits for its database, whatever its size. */
class PostgresRoundTripsTest implements ServerUnderTest {
    private static final int MANY = 50;

    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }

    @Test
    void newTimersTakeTwoAndSettlementsThree(OwnedShard shard) {
        try (var proxy = new FaultProxy(PostgresSchema.SHARED.port())) {
            proxy.start();
            try (var store = PostgresSchema.SHARED.openingThrough(proxy.port()).storeAsItIs()) {
                assertThat(roundTrips(proxy, store, shard, creates("new"))).isEqualTo(2);
                assertThat(roundTrips(proxy, store, shard, settlements(shard))).isEqualTo(3);
            }
        }
    }

    private static List<Mutation> creates(String name) {
        return IntStream.range(0, MANY)
                .<Mutation>mapToObj(i -> timer("%s-%d".formatted(name, i)).create())
                .toList();
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
