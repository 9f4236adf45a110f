package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.PositionOrder;
import dev.belfry.store.jdbc.SqlGroupScan.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqlGroupScanTest {
    private int rounds;

    @ParameterizedTest
    @EnumSource
    void theFirstRowsOfAllShardsAreFoundHoweverTheyAreSpread(PositionOrder direction)
            throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            var random = new SplittableRandom(seed);
            int shards = 1 + random.nextInt(40);
            var rows = rows(random, shards, random.nextInt(300), 1 + random.nextInt(shards));
            int limit = 1 + random.nextInt(60);
            var start = direction == PositionOrder.ASCENDING ? Position.START : Position.END;
            assertThat(scan(direction, shards, rows).first(start, limit))
                    .as("seed %d", seed)
                    .isEqualTo(rows.stream().sorted(order(direction)).limit(limit).toList());
        }
    }

    @Test
    void oneRoundIsEnoughWhenTimersAreSpreadEvenly() throws Exception {
        var rows = rows(new SplittableRandom(7), 4_096, 40_000, 4_096);
        assertThat(scan(PositionOrder.ASCENDING, 4_096, rows).first(Position.START, 100))
                .hasSize(100);
        assertThat(rounds).isEqualTo(1);
    }

    /** Rows with few different instants, in the first of the shards only. */
    private static List<Found> rows(SplittableRandom random, int shards, int count, int used) {
        var rows = new ArrayList<Found>();
        for (int i = 0; i < count; i++) {
            var at = Instant.ofEpochMilli(random.nextInt(shards * 10));
            var uuid = new TimerUuid(random.nextLong(), random.nextLong());
            rows.add(new Found(new ShardKey(1 + random.nextInt(used)), new Position(at, uuid)));
        }
        return rows;
    }

    private SqlGroupScan scan(PositionOrder direction, int shards, List<Found> rows) {
        return new SqlGroupScan(
                direction,
                shards,
                (start, perShard) -> {
                    rounds++;
                    var found = new ArrayList<Found>();
                    for (int shard = 1; shard <= shards; shard++) {
                        var key = new ShardKey(shard);
                        rows.stream()
                                .filter(row -> row.shard().equals(key))
                                .filter(row -> isFrom(direction, start, row.position()))
                                .sorted(order(direction))
                                .limit(perShard)
                                .forEach(found::add);
                    }
                    return found;
                });
    }

    private static boolean isFrom(PositionOrder direction, Position start, Position position) {
        return direction == PositionOrder.ASCENDING
                ? !position.isBefore(start)
                : position.isBefore(start);
    }

    private static Comparator<Found> order(PositionOrder direction) {
        return Comparator.comparing(Found::position, direction.comparator());
    }
}
