package dev.belfry.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A group's timers are counted as long as they are few, and else estimated. */
final class TimerCountTest {
    @Test
    void fewTimersAreCounted() {
        var held = new Held(3, 0, 5, 10);
        assertThat(held.count()).isEqualTo(new TimerCount(18, true));
        assertThat(held.read).isEqualTo(18);
    }

    @Test
    void manyAreEstimatedFromSomeShards() {
        var held = new Held(LongStream.range(0, 64).map(i -> 20_000 + i * 10).toArray());
        var count = held.count();
        assertThat(count.isExact()).isFalse();
        assertThat(count.timers()).isCloseTo(64 * 20_315L, withPercentage(5));
        assertThat(held.read).isLessThan(3L * TimerCount.EXACT_UP_TO);
    }

    @Test
    void ofOneLargeShardAtLeastTheBoundIsSaid() {
        var held = new Held(5_000_000);
        assertThat(held.count()).isEqualTo(new TimerCount(TimerCount.EXACT_UP_TO, false));
    }

    @Test
    void oneShardThatHoldsMoreThanItsPartIsCountedWholly() {
        var held = new Held(90_000, 10, 10, 10);
        assertThat(held.count()).isEqualTo(new TimerCount(90_030, true));
    }

    /** Shards that hold so many timers each. */
    private static final class Held implements GroupLists {
        private final long[] timers;
        private long read;

        Held(long... timers) {
            this.timers = timers;
        }

        TimerCount count() {
            return TimerCount.of(this, Group.of("g", timers.length), TimerState.SCHEDULED);
        }

        @Override
        public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
            var counts =
                    shards.stream()
                            .map(it -> new CountedShard(it, Math.min(cap, timers[it.index()])))
                            .toList();
            read += counts.stream().mapToLong(CountedShard::timers).sum();
            return counts;
        }

        @Override
        public List<Timer> browse(Group group, PositionRange range, int limit) {
            return List.of();
        }

        @Override
        public List<Timer> correlated(Group group, String id, Position from, int limit) {
            return List.of();
        }

        @Override
        public List<KeptTimer> kept(Group group, KeptQuery query) {
            return List.of();
        }

        @Override
        public List<KeptTimer> keptCorrelated(Group group, String id, Position from, int limit) {
            return List.of();
        }
    }
}
