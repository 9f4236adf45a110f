package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;

class PositionBytesTest {
    private static final long SEED = 20_310_506;

    private final Random random = new Random(SEED);

    @Test
    void bytesAreOrderedAsPositionsAre() {
        for (int n = 0; n < 10_000; n++) {
            var a = position();
            var b = random.nextBoolean() ? position() : new Position(a.fireAt(), uuid());

            assertThat(Integer.signum(Arrays.compareUnsigned(bytes(a), bytes(b))))
                    .as("%s and %s of seed %d", a, b, SEED)
                    .isEqualTo(Integer.signum(a.compareTo(b)));
            assertThat(bytes(a)).hasSameSizeAs(bytes(b));
        }
    }

    @Test
    void theEndsOfAllRangesLieAroundEverything() {
        var first = new Position(Instants.EARLIEST, TimerUuid.MIN);
        var last = new Position(Instants.LATEST, TimerUuid.MAX);

        assertThat(bytes(Position.START)).isEqualTo(bytes(first));
        assertThat(Arrays.compareUnsigned(bytes(last), PositionBytes.before(bytes(Position.END))))
                .isNegative();
    }

    @Test
    void positionsComeBackFromBothIndexes() {
        for (int n = 0; n < 1_000; n++) {
            var position = position();

            assertThat(PositionBytes.position(SdkBytes.fromByteArray(bytes(position))))
                    .isEqualTo(position);
            assertThat(
                            PositionBytes.position(
                                    SdkBytes.fromByteArray(
                                            PositionBytes.correlated("trace", position))))
                    .isEqualTo(position);
        }
    }

    @Test
    void statesComeBackAndLieApart() {
        for (var state : TimerState.values()) {
            var bytes = PositionBytes.of(state, position());
            assertThat(PositionBytes.state(SdkBytes.fromByteArray(bytes))).isEqualTo(state);
        }
        assertThat(
                        Arrays.compareUnsigned(
                                PositionBytes.of(TimerState.SCHEDULED, Position.END),
                                PositionBytes.of(TimerState.REACHED, Position.START)))
                .isNegative();
    }

    @Test
    void nothingLiesBetweenAKeyAndTheOneBefore() {
        for (int n = 0; n < 1_000; n++) {
            var position = position();

            assertThat(PositionBytes.before(bytes(position.next()))).isEqualTo(bytes(position));
        }
    }

    @Test
    void aCorrelationIdThatBeginsAnotherIsToldFromIt() {
        var ends =
                Stream.of("a", "a ", "ab", "a~")
                        .map(id -> PositionBytes.correlated(id, Position.END))
                        .toList();

        assertThat(
                        Arrays.compareUnsigned(
                                ends.get(0), PositionBytes.correlated("a ", Position.START)))
                .isNegative();
        assertThat(ends).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    private Position position() {
        long first = Instants.EARLIEST.toEpochMilli();
        long last = Instants.LATEST.toEpochMilli();
        long near = random.nextLong(-1_000, 1_000);
        long millis = random.nextBoolean() ? near : random.nextLong(first, last);
        return new Position(Instant.ofEpochMilli(millis), uuid());
    }

    private TimerUuid uuid() {
        return new TimerUuid(random.nextLong(), random.nextLong());
    }

    private static byte[] bytes(Position position) {
        return PositionBytes.of(TimerState.SCHEDULED, position);
    }
}
