package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.Departure.State;
import dev.belfry.core.store.Release;
import dev.belfry.core.timer.Instants;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A mover that ends while the loop gives: one of the two sees to it that the shard is taken. */
class ShardDepartureTest {
    private static final int RACES = 2_000;

    private final ShardId shard = Shards.GROUP.shards().getFirst();
    private final Release release =
            new Release(new Lease(shard, Epoch.ZERO.next(), 1), Instants.EARLIEST, List.of());
    private final List<ShardId> closed = new ArrayList<>();

    private ShardDeparture toBeGiven() {
        closed.clear();
        var departure =
                new ShardDeparture(shard, _ -> {}, new HeldShards(closed::add), _ -> Kept.ALL);
        departure.give();
        return departure;
    }

    @Test
    void oneThatIsOverIsNotGiven() {
        var departure = toBeGiven();
        departure.end();

        assertThat(departure.given(release)).isFalse();
        assertThat(departure.state()).isEqualTo(State.LOST);
        assertThat(closed).isEmpty();
    }

    @Test
    void oneThatWasGivenIsHeldNoMoreWhenItIsOver() {
        var departure = toBeGiven();

        assertThat(departure.given(release)).isTrue();
        departure.end();

        assertThat(closed).containsExactly(shard);
    }

    @Test
    void ofBothAtOnceTheShardIsEitherNotGivenOrFreed() throws Exception {
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (int race = 0; race < RACES; race++) {
                assertThat(isLeftToNobody(threads)).isFalse();
            }
        }
    }

    private boolean isLeftToNobody(ExecutorService threads) throws Exception {
        var departure = toBeGiven();
        var start = new CyclicBarrier(2);
        var given =
                threads.submit(
                        () -> {
                            start.await();
                            return departure.given(release);
                        });
        var ended =
                threads.submit(
                        () -> {
                            start.await();
                            departure.end();
                            return true;
                        });
        assertThat(ended.get()).isTrue();
        return given.get() && closed.isEmpty();
    }
}
