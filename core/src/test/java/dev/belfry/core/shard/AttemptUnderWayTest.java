package dev.belfry.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptUnderWayTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00.123Z");

    @Test
    void whatStoresKeepLeadsBackToTheSameListInItsOrder() {
        var list =
                List.of(
                        attempt(TimerUuid.MAX, Long.MIN_VALUE, 1, NOON),
                        attempt(TimerUuid.MIN, Long.MAX_VALUE, 1_000, Instants.LATEST),
                        attempt(new TimerUuid(-2, 3), -1, 2, Instants.EARLIEST));

        assertThat(AttemptUnderWay.fromText(AttemptUnderWay.toText(list))).isEqualTo(list);
    }

    @Test
    void anEmptyListIsAnEmptyText() {
        assertThat(AttemptUnderWay.toText(List.of())).isEmpty();
        assertThat(AttemptUnderWay.fromText("")).isEmpty();
    }

    @Test
    void theKeptFormStaysReadableByLaterVersions() {
        var text = "ffffffff-ffff-ffff-ffff-ffffffffffff,-5,2,1000";

        assertThat(AttemptUnderWay.fromText(text))
                .containsExactly(attempt(TimerUuid.MAX, -5, 2, Instant.ofEpochSecond(1)));
    }

    @Test
    void aDeadlineIsRoundedUpToTheMillisecond() {
        assertThat(attempt(TimerUuid.MAX, 1, 1, NOON.plusNanos(1)).deadline())
                .isEqualTo(NOON.plusMillis(1));
    }

    private static AttemptUnderWay attempt(
            TimerUuid uuid, long generation, int number, Instant deadline) {
        return new AttemptUnderWay(
                new AttemptId(uuid, new Generation(generation), number), deadline);
    }
}
