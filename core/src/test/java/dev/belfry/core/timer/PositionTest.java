package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PositionTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    @Test
    void theInstantCountsFirstAndTheUuidThen() {
        var lateUuid = new Position(NOON, TimerUuid.MAX);
        var earlyUuid = new Position(NOON.plusMillis(1), TimerUuid.MIN);

        assertThat(lateUuid.isBefore(earlyUuid)).isTrue();
        assertThat(new Position(NOON, new TimerUuid(Long.MAX_VALUE, 0)))
                .isLessThan(new Position(NOON, new TimerUuid(Long.MIN_VALUE, 0)));
    }

    @Test
    void aPositionIsNotBeforeItself() {
        assertThat(Position.startOf(NOON).isBefore(Position.startOf(NOON))).isFalse();
    }

    @Test
    void startAndEndEncloseEveryPosition() {
        assertThat(Position.START)
                .isEqualTo(Position.startOf(Instants.EARLIEST))
                .isLessThan(new Position(Instants.EARLIEST, new TimerUuid(0, 1)));
        assertThat(new Position(Instants.LATEST, TimerUuid.MAX)).isLessThan(Position.END);
    }

    @Test
    void theNextPositionHasTheNextUuid() {
        assertThat(new Position(NOON, new TimerUuid(5, 6)).next())
                .isEqualTo(new Position(NOON, new TimerUuid(5, 7)));
    }

    @Test
    void theNextUuidCarriesIntoItsUpperHalf() {
        assertThat(new Position(NOON, new TimerUuid(5, -1)).next())
                .isEqualTo(new Position(NOON, new TimerUuid(6, 0)));
        assertThat(new Position(NOON, new TimerUuid(Long.MAX_VALUE, -1)).next())
                .isEqualTo(new Position(NOON, new TimerUuid(Long.MIN_VALUE, 0)));
        assertThat(new Position(NOON, new TimerUuid(5, Long.MAX_VALUE)).next())
                .isEqualTo(new Position(NOON, new TimerUuid(5, Long.MIN_VALUE)));
    }

    @Test
    void afterTheLastUuidComesTheNextMillisecond() {
        assertThat(new Position(NOON, TimerUuid.MAX).next())
                .isEqualTo(Position.startOf(NOON.plusMillis(1)));
    }

    @Test
    void theNextPositionIsAlwaysLater() {
        for (var uuid : new TimerUuid[] {TimerUuid.MIN, new TimerUuid(1, -1), TimerUuid.MAX}) {
            var position = new Position(NOON, uuid);
            assertThat(position.next()).isGreaterThan(position);
        }
    }
}
