package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static dev.belfry.core.mutation.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.mutation.Samples;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerTest {
    private static final Timer TIMER = Samples.timer();

    @Test
    void itsPositionIsWhenItIsLookedAtNext() {
        var later = TIMER.firingAt(NOON.plusMillis(5));

        assertThat(later.position()).isEqualTo(new Position(NOON.plusMillis(5), TIMER.uuid()));
        assertThat(later.spec().executeAt()).isEqualTo(NOON);
        assertThat(later.firingAt(TIMER.fireAt())).isEqualTo(TIMER);
    }

    @Test
    void aFailedAttemptIsCountedAndKeepsTheSchedule() {
        var failed = TIMER.failed("HTTP 500", NOON.plusSeconds(30), NOON.plusSeconds(1));

        assertThat(failed.attempts()).isEqualTo(TIMER.attempts() + 1);
        assertThat(failed.lastError()).contains("HTTP 500");
        assertThat(failed.fireAt()).isEqualTo(NOON.plusSeconds(30));
        assertThat(failed.updatedAt()).isEqualTo(NOON.plusSeconds(1));
        assertThat(failed.generation()).isEqualTo(TIMER.generation());
        assertThat(failed.revision()).isEqualTo(TIMER.revision());
        assertThat(failed.createdAt()).isEqualTo(TIMER.createdAt());
        assertThat(failed.spec()).isEqualTo(TIMER.spec());
    }

    @Test
    void aNewScheduleStartsOver() {
        var failed = TIMER.failed("HTTP 500", NOON.plusSeconds(30), NOON);
        var by = new Revision(99);

        var again = failed.rescheduled(by, TIMER.spec(), NOON.plusSeconds(60), NOON.plusMillis(1));

        assertThat(again.generation()).isEqualTo(new Generation(99));
        assertThat(again.revision()).isEqualTo(by);
        assertThat(again.attempts()).isZero();
        assertThat(again.lastError()).isEmpty();
        assertThat(again.createdAt()).isEqualTo(TIMER.createdAt());
    }

    @Test
    void otherContentsKeepTheSchedule() {
        var failed = TIMER.failed("HTTP 500", NOON.plusSeconds(30), NOON);

        var changed = failed.changed(new Revision(99), Samples.spec("2"), NOON.plusMillis(1));

        assertThat(changed.generation()).isEqualTo(failed.generation());
        assertThat(changed.attempts()).isOne();
        assertThat(changed.lastError()).isEqualTo(failed.lastError());
        assertThat(changed.position()).isEqualTo(failed.position());
        assertThat(changed.revision()).isEqualTo(new Revision(99));
    }

    @Test
    void aLongErrorIsCutBetweenCharacters() {
        assertThat(errorKeptOf("x".repeat(600))).isEqualTo("x".repeat(500));
        assertThat(errorKeptOf("x".repeat(499) + "🔔")).isEqualTo("x".repeat(499));
        assertThat(errorKeptOf("x".repeat(498) + "🔔🔔")).isEqualTo("x".repeat(498) + "🔔");
    }

    @ParameterizedTest
    @CsvSource({"a\u0000b, a?b", "a\uD83D, a?", "\uDD14b, ?b", "a\u001Fb, a?b"})
    void whatSomeStoreWouldRefuseInAnErrorIsReplaced(String error, String kept) {
        assertThat(errorKeptOf(error)).isEqualTo(kept);
    }

    @Test
    void instantsOfTheClockAreKeptInMilliseconds() {
        var fine = NOON.plusNanos(1_999_999);
        var failed = TIMER.failed("HTTP 500", NOON, fine);

        assertThat(failed.updatedAt()).isEqualTo(NOON.plusMillis(1));
        assertThat(createdAt(fine).createdAt()).isEqualTo(NOON.plusMillis(1));
    }

    @Test
    void fireAtIsAnInstantThatCanBeStored() {
        assertRefused("fireAt", () -> TIMER.firingAt(NOON.plusNanos(1)));
        assertRefused("fireAt", () -> TIMER.firingAt(Instants.LATEST.plusMillis(1)));
    }

    @Test
    void attemptsAreNeverNegative() {
        assertThatIllegalStateException()
                .isThrownBy(
                        () ->
                                new Timer(
                                        TIMER.key(),
                                        TIMER.uuid(),
                                        TIMER.generation(),
                                        TIMER.revision(),
                                        TIMER.spec(),
                                        NOON,
                                        -1,
                                        Optional.empty(),
                                        AttemptLog.NONE,
                                        NOON,
                                        NOON));
    }

    @Test
    void aBiggerTimerOccupiesMore() {
        var failed = TIMER.failed("x".repeat(100), NOON, NOON);

        assertThat(failed.heapBytes()).isEqualTo(TIMER.heapBytes() + 100);
        assertThat(TIMER.heapBytes()).isGreaterThan(TIMER.spec().payload().size());
    }

    @Test
    void theNextAttemptIsOneMoreThanTheFinishedOnes() {
        var failed = TIMER.failed("HTTP 500", NOON, NOON);

        assertThat(AttemptId.nextOf(TIMER))
                .isEqualTo(new AttemptId(TIMER.uuid(), TIMER.generation(), 1));
        assertThat(AttemptId.nextOf(failed).number()).isEqualTo(2);
    }

    private static String errorKeptOf(String error) {
        return TIMER.failed(error, NOON, NOON).lastError().orElseThrow();
    }

    private static Timer createdAt(Instant instant) {
        return new Timer(
                TIMER.key(),
                TIMER.uuid(),
                TIMER.generation(),
                TIMER.revision(),
                TIMER.spec(),
                NOON,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                instant,
                instant);
    }
}
