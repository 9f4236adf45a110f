package dev.belfry.core.schedule;

import static dev.belfry.core.Checks.require;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;

/**
 * The times that a cron expression names on a clock that is never set: five fields from minutes to
 * days of the week, or six with seconds before them. Immutable.
 */
final class CronExpression {
    static final int MAX_LENGTH = 200;

    /** The 29th of February falls on a certain day of the week every 40 years at the latest. */
    private static final int LONGEST_YEARS = 41;

    private final long seconds;
    private final long minutes;
    private final long hours;
    private final long months;
    private final CronDays days;

    private CronExpression(String[] fields) {
        this.seconds = CronField.SECOND.bits(fields[0]);
        this.minutes = CronField.MINUTE.bits(fields[1]);
        this.hours = CronField.HOUR.bits(fields[2]);
        this.days = CronDays.parse(fields[3], fields[5]);
        this.months = CronField.MONTH.bits(fields[4]);
    }

    static CronExpression parse(String text) {
        require(
                text.length() <= MAX_LENGTH,
                CronField.FIELD,
                "is longer than %d characters",
                MAX_LENGTH);
        var fields = text.split(" ", -1);
        require(
                fields.length == 5 || fields.length == 6,
                CronField.FIELD,
                "has %d fields: five are expected, or six with seconds first",
                fields.length);
        return new CronExpression(fields.length == 6 ? fields : ("0 " + text).split(" ", -1));
    }

    /** The first time strictly after another, unless there is none in a lifetime. */
    Optional<LocalDateTime> next(LocalDateTime after) {
        var today = after.toLocalDate();
        if (isDay(today)) {
            var later = timeFrom(after.toLocalTime().withNano(0).toSecondOfDay() + 1);
            if (later.isPresent()) {
                return later.map(today::atTime);
            }
        }
        return dayAfter(today).map(day -> day.atTime(timeFrom(0).orElseThrow()));
    }

    private boolean isDay(LocalDate date) {
        return isIn(months, date.getMonthValue()) && days.matches(date);
    }

    private Optional<LocalDate> dayAfter(LocalDate today) {
        int lastYear = today.getYear() + LONGEST_YEARS;
        var date = today.plusDays(1);
        while (date.getYear() <= lastYear) {
            if (!isIn(months, date.getMonthValue())) {
                date = date.withDayOfMonth(1).plusMonths(1);
            } else if (days.matches(date)) {
                return Optional.of(date);
            } else {
                date = date.plusDays(1);
            }
        }
        return Optional.empty();
    }

    /** The first time of a day at or after a second of it. */
    private Optional<LocalTime> timeFrom(int secondOfDay) {
        int hour = secondOfDay / 3_600;
        int minute = secondOfDay / 60 % 60;
        int second = next(seconds, secondOfDay % 60);
        if (!isIn(hours, hour) || !isIn(minutes, minute) || second < 0) {
            second = next(seconds, 0);
            minute = isIn(hours, hour) ? next(minutes, minute + 1) : -1;
        }
        if (minute < 0) {
            minute = next(minutes, 0);
            hour = next(hours, hour + 1);
        }
        return hour < 0 ? Optional.empty() : Optional.of(LocalTime.of(hour, minute, second));
    }

    private static boolean isIn(long bits, int value) {
        return (bits >>> value & 1) != 0;
    }

    private static int next(long bits, int from) {
        long rest = from > 59 ? 0 : bits >>> from << from;
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }
}
