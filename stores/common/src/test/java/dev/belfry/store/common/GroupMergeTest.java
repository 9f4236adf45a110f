package dev.belfry.store.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Parallel;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupMergeTest {
    private final AtomicInteger reads = new AtomicInteger();

    private record Row(ShardId shard, Position position) {}

    @ParameterizedTest
    @EnumSource
    void theFirstRowsOfAllShardsAreFoundHoweverTheyAreSpread(PositionOrder order) {
        for (int seed = 0; seed < 300; seed++) {
            var random = new SplittableRandom(seed);
            var group = Group.of("g", 1 + random.nextInt(20));
            var rows = rows(random, group, random.nextInt(200));
            int limit = 1 + random.nextInt(60);
            assertThat(merged(order, group, rows, limit))
                    .as("seed %d", seed)
                    .isEqualTo(sorted(order, rows).limit(limit).toList());
        }
    }

    @Test
    void everyShardIsAskedOnceWhenTimersAreSpreadEvenly() {
        var group = Group.of("g", 64);
        var rows = rows(new SplittableRandom(7), group, 6_400);
        assertThat(merged(PositionOrder.ASCENDING, group, rows, 100)).hasSize(100);
        assertThat(reads).hasValueBetween(64, 80);
    }

    @Test
    void anAnswerWithoutRowsIsNotTheEnd() {
        var group = Group.of("g", 3);
        var rows = rows(new SplittableRandom(1), group, 50);
        var merge =
                new GroupMerge<Row>(
                        new Parallel(4),
                        Comparator.comparing(Row::position),
                        shard -> new Hesitant(of(shard, PositionOrder.ASCENDING, rows)));
        assertThat(merge.first(group.shards(), 50))
                .isEqualTo(sorted(PositionOrder.ASCENDING, rows).toList());
    }

    /** Gives every other time nothing. */
    private static final class Hesitant implements ShardCursor<Row> {
        private final ShardCursor<Row> rows;
        private boolean gives;

        Hesitant(ShardCursor<Row> rows) {
            this.rows = rows;
        }

        @Override
        public boolean isAtEnd() {
            return rows.isAtEnd();
        }

        @Override
        public List<Row> next(int count) {
            gives = !gives;
            return gives ? List.of() : rows.next(count);
        }
    }

    private List<Row> merged(PositionOrder order, Group group, List<Row> rows, int limit) {
        return new GroupMerge<Row>(
                        new Parallel(4),
                        Comparator.comparing(Row::position, order.comparator()),
                        shard -> of(shard, order, rows))
                .first(group.shards(), limit);
    }

    private ShardCursor<Row> of(ShardId shard, PositionOrder order, List<Row> rows) {
        var start = order == PositionOrder.ASCENDING ? Position.START : Position.END;
        return ShardCursor.byPosition(
                order,
                start,
                Row::position,
                (from, count) -> {
                    reads.incrementAndGet();
                    return sorted(order, rows)
                            .filter(row -> row.shard().equals(shard))
                            .filter(row -> isFrom(order, from, row.position()))
                            .limit(count)
                            .toList();
                });
    }

    private static boolean isFrom(PositionOrder order, Position start, Position position) {
        return order == PositionOrder.ASCENDING
                ? !position.isBefore(start)
                : position.isBefore(start);
    }

    private static Stream<Row> sorted(PositionOrder order, List<Row> rows) {
        return rows.stream().sorted(Comparator.comparing(Row::position, order.comparator()));
    }

    /** Rows with few different instants. */
    private static List<Row> rows(SplittableRandom random, Group group, int count) {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < count; i++) {
            var at = Instant.ofEpochMilli(random.nextInt(50));
            var uuid = new TimerUuid(random.nextLong(), random.nextLong());
            var shard = group.shards().get(random.nextInt(group.shardCount()));
            rows.add(new Row(shard, new Position(at, uuid)));
        }
        return rows;
    }
}
