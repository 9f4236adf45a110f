package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.PositionOrder;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads over tombstones, on a server that gives up after so many of them. */
class StridesTest {
    private static final int MOST_TOMBSTONES = 100;
    private static final PositionRange ALL = PositionRange.from(Position.START);

    private final NavigableSet<Position> rows = new TreeSet<>();
    private final NavigableSet<Position> tombstones = new TreeSet<>();
    private int reads;

    @Test
    void withFewTombstonesARangeIsReadAtOnce() {
        tombstones.addAll(random(new TreeSet<>(), 90, 1_000, 1));
        random(rows, 20, 1_000, 2);

        assertThat(ascending().first(ALL, 100)).containsExactlyElementsOf(rows);
        assertThat(reads).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 1L << 40})
    void withManyTombstonesAllRowsAreFoundWhereverTheyLie(long millis) {
        random(tombstones, 5_000, millis, 1);
        random(rows, 20, millis, 2);

        assertThat(ascending().first(ALL, 100)).containsExactlyElementsOf(rows);
        assertThat(descending().first(ALL, 100)).containsExactlyElementsOf(rows.reversed());
        assertThat(reads).isLessThan(2 * 5 * 5_000 / MOST_TOMBSTONES);
    }

    @Test
    void noMoreIsReadThanWasAskedFor() {
        random(tombstones, 5_000, 10_000, 1);
        random(rows, 20, 10_000, 2);

        assertThat(ascending().first(ALL, 7))
                .containsExactlyElementsOf(rows.stream().limit(7).toList());
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyRangeIsNotRead(PositionOrder order) {
        var noon = Position.startOf(TimerRequest.NOON);

        assertThat(new Strides<>(order, this::read).first(new PositionRange(noon, noon), 7))
                .isEmpty();
        assertThat(reads).isZero();
    }

    @Test
    void otherFailuresAreNoReasonForShorterStrides() {
        var strides =
                new Strides<Position>(
                        PositionOrder.ASCENDING,
                        (_, _) -> {
                            reads++;
                            throw new StoreException.Unavailable("no server");
                        });

        assertThatThrownBy(() -> strides.first(ALL, 7)).hasMessage("no server");
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void aPlaceThatCanNotBeReadAtAllFailsInTheEnd() {
        var strides =
                new Strides<Position>(
                        PositionOrder.ASCENDING,
                        (_, _) -> {
                            throw tooMany();
                        });

        assertThatThrownBy(() -> strides.first(ALL, 7))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    private Strides<Position> ascending() {
        return new Strides<>(PositionOrder.ASCENDING, this::read);
    }

    private Strides<Position> descending() {
        return new Strides<>(
                PositionOrder.DESCENDING,
                (range, limit) ->
                        read(range, Integer.MAX_VALUE).reversed().stream().limit(limit).toList());
    }

    private List<Position> read(PositionRange range, int limit) {
        reads++;
        var from = range.fromInclusive();
        if (tombstones.subSet(from, range.untilExclusive()).size() > MOST_TOMBSTONES) {
            throw tooMany();
        }
        return rows.subSet(from, range.untilExclusive()).stream().limit(limit).toList();
    }

    private static StoreException tooMany() {
        return CqlErrors.ofRead(
                new ReadFailureException(CqlErrorsTest.NODE, Cql.QUORUM, 0, 1, 1, false, Map.of()));
    }

    private static NavigableSet<Position> random(
            NavigableSet<Position> positions, int count, long millis, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int n = 0; n < count; n++) {
            positions.add(
                    new Position(
                            TimerRequest.NOON.plusMillis(random.nextLong(millis)),
                            new TimerUuid(random.nextLong(), random.nextLong())));
        }
        return positions;
    }
}
