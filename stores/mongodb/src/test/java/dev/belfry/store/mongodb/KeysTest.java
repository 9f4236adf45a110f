package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.bson.BsonBinary;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final ShardId SHARD = new ShardId(new GroupId("g"), 1);

    /** As MongoDB orders binary values of one subtype. */
    private static final Comparator<BsonBinary> SERVER_ORDER =
            Comparator.comparingInt((BsonBinary key) -> key.getData().length)
                    .thenComparing(BsonBinary::getData, Arrays::compareUnsigned);

    private static final List<Position> EDGES =
            List.of(
                    Position.START,
                    at(-1, 0, 0),
                    at(-1, -1, -1),
                    at(0, 0, 0),
                    at(0, 0, -1),
                    at(0, 1, 0),
                    at(0, Long.MAX_VALUE, 0),
                    at(0, Long.MIN_VALUE, 0),
                    at(0, -1, -1),
                    at(1, 0, 0),
                    Position.startOf(Instants.LATEST),
                    Position.END);

    @Test
    void keysOrderAsPositionsDo() {
        var keys = EDGES.stream().map(KeysTest::pending).toList();

        assertThat(keys).isSortedAccordingTo(SERVER_ORDER).doesNotHaveDuplicates();
    }

    @Test
    void keysOfRandomPositionsOrderAsPositionsDo() {
        long seed = 20_261_116;
        var random = new Random(seed);
        var positions = new ArrayList<Position>();
        for (int n = 0; n < 1_000; n++) {
            positions.add(at(random.nextInt(10) - 5, random.nextLong(), random.nextLong()));
        }

        assertThat(positions.stream().sorted().map(KeysTest::pending).toList())
                .as("seed %d", seed)
                .isSortedAccordingTo(SERVER_ORDER);
    }

    @Test
    void aKeyTellsPositionAndState() {
        for (var position : EDGES.subList(0, EDGES.size() - 1)) {
            for (var state : TimerState.values()) {
                var key = Keys.timer(SHARD, state, position);
                assertThat(Keys.position(key)).isEqualTo(position);
                assertThat(Keys.state(key)).isEqualTo(state);
            }
        }
    }

    @Test
    void aShardLiesBeforeItsTimersAndThePendingBeforeTheKept() {
        assertThat(
                        List.of(
                                Keys.shard(SHARD),
                                pending(Position.START),
                                pending(Position.END),
                                Keys.timer(SHARD, TimerState.REACHED, Position.START),
                                Keys.timer(SHARD, TimerState.REACHED, Position.END),
                                Keys.timer(SHARD, TimerState.FAILED, Position.START),
                                Keys.timer(SHARD, TimerState.FAILED, Position.END)))
                .isSortedAccordingTo(SERVER_ORDER);
    }

    @Test
    void nothingOfAnotherShardLiesBetweenTheTimersOfOne() {
        var from = pending(Position.START);
        var until = pending(Position.END);
        for (var name : List.of("g", "f", "h", "g1", "gg", "g.", "a-long-name")) {
            for (int index : new int[] {0, 2, 9, 10, 11, 19, 100}) {
                for (var position : EDGES) {
                    var other =
                            Keys.timer(
                                    new ShardId(new GroupId(name), index),
                                    TimerState.SCHEDULED,
                                    position);
                    assertThat(
                                    SERVER_ORDER.compare(other, from) >= 0
                                            && SERVER_ORDER.compare(other, until) < 0)
                            .as("%s#%d", name, index)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void groupsAndCorrelationIdsDoNotRunIntoEachOther() {
        var position = at(0, 1, 1);

        assertThat(Keys.correlated(new GroupId("a"), "bc", position))
                .isNotEqualTo(Keys.correlated(new GroupId("ab"), "c", position));
    }

    private static BsonBinary pending(Position position) {
        return Keys.timer(SHARD, TimerState.SCHEDULED, position);
    }

    private static Position at(long millis, long high, long low) {
        return new Position(Instant.ofEpochMilli(millis), new TimerUuid(high, low));
    }
}
