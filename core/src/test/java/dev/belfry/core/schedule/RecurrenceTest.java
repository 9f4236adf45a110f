package dev.belfry.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecurrenceTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final long SEED = 0;

    private static TimerSchedule hourly(CatchUp catchUp) {
        return new TimerSchedule(
                new Rule.Cron("0 * * * *", ZoneId.of("UTC")),
                Optional.empty(),
                Optional.empty(),
                0,
                catchUp,
                Duration.ZERO,
                OnFailure.CONTINUE);
    }

    private static Recurrence atNoon(TimerSchedule schedule) {
        return Recurrence.first(schedule, NOON.minusSeconds(1)).orElseThrow();
    }

    private static Instant hours(long hours) {
        return NOON.plus(Duration.ofHours(hours));
    }

    @ParameterizedTest
    @EnumSource
    void theNextRunIsStrictlyAfterThisOneWhateverTheClockSays(CatchUp catchUp) {
        var place = atNoon(hourly(catchUp));

        for (var clock : List.of(hours(-5), NOON.minusMillis(1), NOON, NOON.plusSeconds(1))) {
            var next = place.next(clock, SEED).orElseThrow();
            assertThat(next.scheduledFor()).isEqualTo(hours(1));
            assertThat(next.run()).isEqualTo(2);
            assertThat(next.skipped()).isZero();
        }
    }

    @Test
    void missedRunsAreCaughtUpByRule() {
        var late = hours(5).plus(Duration.ofMinutes(30));

        var none = atNoon(hourly(CatchUp.NONE)).next(late, SEED).orElseThrow();
        assertThat(none.scheduledFor()).isEqualTo(hours(6));
        assertThat(none.skipped()).isEqualTo(5);

        var latest = atNoon(hourly(CatchUp.LATEST)).next(late, SEED).orElseThrow();
        assertThat(latest.scheduledFor()).isEqualTo(hours(5));
        assertThat(latest.skipped()).isEqualTo(4);

        var all = atNoon(hourly(CatchUp.ALL)).next(late, SEED).orElseThrow();
        assertThat(all.scheduledFor()).isEqualTo(hours(1));
        assertThat(all.skipped()).isZero();
    }

    @Test
    void aRunWithoutCatchUpMayBeAMinuteLate() {
        var place = atNoon(hourly(CatchUp.NONE));

        assertThat(place.inTime(NOON.plusSeconds(60), SEED)).contains(place);
        assertThat(place.inTime(NOON.plusSeconds(61), SEED).orElseThrow().scheduledFor())
                .isEqualTo(hours(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"LATEST", "ALL"})
    void aLateRunStaysWhatItIsUntilTheNextIsDue(CatchUp catchUp) {
        var place = atNoon(hourly(catchUp));

        assertThat(place.inTime(hours(1).minusMillis(1), SEED)).contains(place);
    }

    @Test
    void allIsBounded() {
        var next = atNoon(hourly(CatchUp.ALL)).next(hours(500), SEED).orElseThrow();

        assertThat(next.scheduledFor()).isEqualTo(hours(500 - Recurrence.MAX_CAUGHT_UP + 1));
        assertThat(next.skipped()).isEqualTo(500 - Recurrence.MAX_CAUGHT_UP);
    }

    @Test
    void aScheduleOfSecondsIsCaughtUpAfterYearsWithoutCountingThemAll() {
        var schedule =
                TimerSchedule.of(new Rule.Cron("* * * * * *", ZoneId.of("America/New_York")));
        var place = Recurrence.first(schedule, NOON).orElseThrow();

        var next = place.next(hours(24 * 365 * 10), SEED).orElseThrow();

        assertThat(next.scheduledFor()).isEqualTo(hours(24 * 365 * 10));
        assertThat(next.skipped()).isEqualTo(999);
    }

    @Test
    void countAndEndEndASchedule() {
        var base = hourly(CatchUp.LATEST);
        var twice =
                new TimerSchedule(
                        base.rule(),
                        Optional.of(hours(2)),
                        Optional.empty(),
                        2,
                        base.catchUp(),
                        Duration.ZERO,
                        OnFailure.CONTINUE);
        var first = Recurrence.first(twice, NOON).orElseThrow();
        assertThat(first.scheduledFor()).isEqualTo(hours(2));
        var second = first.next(hours(2), SEED).orElseThrow();
        assertThat(second.next(hours(3), SEED)).isEmpty();

        var until =
                new TimerSchedule(
                        base.rule(),
                        Optional.empty(),
                        Optional.of(hours(1)),
                        0,
                        base.catchUp(),
                        Duration.ZERO,
                        OnFailure.CONTINUE);
        var last = Recurrence.first(until, NOON).orElseThrow();
        assertThat(last.scheduledFor()).isEqualTo(hours(1));
        assertThat(last.next(hours(1), SEED)).isEmpty();
    }

    @Test
    void noRunIsSoFarAheadThatItsJitterCanNotBeStored() {
        var end = Instant.parse("9999-12-31T23:59:59Z");
        var schedule =
                new TimerSchedule(
                        new Rule.Every(Duration.ofDays(1), end),
                        Optional.empty(),
                        Optional.of(end),
                        0,
                        CatchUp.LATEST,
                        TimerSchedule.MAX_JITTER,
                        OnFailure.CONTINUE);

        assertThat(Recurrence.first(schedule, NOON)).isEmpty();
    }

    @Test
    void jitterIsTheSameForEveryRunAndNeverEarly() {
        var schedule =
                new TimerSchedule(
                        hourly(CatchUp.LATEST).rule(),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        CatchUp.LATEST,
                        Duration.ofMinutes(10),
                        OnFailure.CONTINUE);
        var place = atNoon(schedule);
        for (long seed : List.of(0L, 1L, -1L, 123_456_789_012L, Long.MIN_VALUE)) {
            var offset = Duration.between(NOON, place.executeAt(seed));
            assertThat(offset).isBetween(Duration.ZERO, Duration.ofMinutes(10));
            var next = place.next(place.executeAt(seed), seed).orElseThrow();
            assertThat(next.executeAt(seed)).isEqualTo(hours(1).plus(offset));
            assertThat(next.inTime(next.executeAt(seed), seed)).contains(next);
        }
    }

    @Test
    void keptRunsAreCapped() {
        var place = atNoon(hourly(CatchUp.ALL));
        for (int i = 0; i < Recurrence.MAX_FAILED + 3; i++) {
            place = place.failedRun().next(place.scheduledFor(), SEED).orElseThrow();
        }
        assertThat(place.failed()).hasSize(Recurrence.MAX_FAILED);
        assertThat(place.failed().getFirst()).isEqualTo(hours(3));
    }

    @Test
    void theStoredFormHoldsEverything() {
        var every =
                new TimerSchedule(
                        new Rule.Every(Duration.ofMillis(90_500), NOON),
                        Optional.of(NOON),
                        Optional.of(hours(100)),
                        7,
                        CatchUp.ALL,
                        Duration.ofSeconds(30),
                        OnFailure.PAUSE);
        var places =
                List.of(
                        atNoon(hourly(CatchUp.NONE)),
                        new Recurrence(
                                every,
                                hours(1),
                                3,
                                12,
                                true,
                                false,
                                List.of(NOON, hours(1)),
                                Optional.empty()),
                        atNoon(every).redriven(new Recurrence.Redriven(NOON, 77)),
                        atNoon(every).alone());
        for (var place : places) {
            assertThat(RecurrenceText.parse(RecurrenceText.format(place))).isEqualTo(place);
        }
    }

    @Test
    void theLongestStoredFormFits() {
        var cron = "0 " + "59,".repeat(60) + "59 23 L-30 * ?";
        var schedule =
                new TimerSchedule(
                        new Rule.Cron(cron, ZoneId.of("America/Argentina/ComodRivadavia")),
                        Optional.of(Instant.parse("0001-01-01T00:00:00Z")),
                        Optional.of(Instant.parse("9999-12-31T00:00:00Z")),
                        TimerSchedule.MAX_COUNT,
                        CatchUp.LATEST,
                        TimerSchedule.MAX_JITTER,
                        OnFailure.CONTINUE);
        var far = Instant.parse("9999-11-30T00:00:00Z");
        var place =
                new Recurrence(
                        schedule,
                        far,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        true,
                        true,
                        java.util.Collections.nCopies(Recurrence.MAX_FAILED, far),
                        Optional.of(new Recurrence.Redriven(far, Long.MAX_VALUE)));
        assertThat(RecurrenceText.format(place).length())
                .isLessThanOrEqualTo(RecurrenceText.MAX_LENGTH);
    }
}
