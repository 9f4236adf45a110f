package dev.belfry.core.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The days a cron expression names, by their number in the month and by the day of the week. If
 * both are restricted one of them is enough, as in every cron; a field that begins with a star
 * restricts nothing by itself. Immutable.
 */
final class CronDays {
    private final Predicate<LocalDate> byMonth;
    private final Predicate<LocalDate> byWeek;
    private final boolean either;

    private CronDays(Predicate<LocalDate> byMonth, Predicate<LocalDate> byWeek, boolean either) {
        this.byMonth = byMonth;
        this.byWeek = byWeek;
        this.either = either;
    }

    static CronDays parse(String ofMonth, String ofWeek) {
        return new CronDays(
                any(ofMonth, CronDays::ofMonth),
                any(ofWeek, CronDays::ofWeek),
                isRestricted(ofMonth) && isRestricted(ofWeek));
    }

    boolean matches(LocalDate date) {
        return either
                ? byMonth.test(date) || byWeek.test(date)
                : byMonth.test(date) && byWeek.test(date);
    }

    private static boolean isRestricted(String field) {
        return !field.startsWith("*") && !field.equals("?");
    }

    private interface ItemReader {
        Predicate<LocalDate> read(String item);
    }

    private static Predicate<LocalDate> any(String field, ItemReader reader) {
        if (field.equals("?") || field.equals("*")) {
            return _ -> true;
        }
        List<Predicate<LocalDate>> items = new ArrayList<>();
        for (var item : field.split(",", -1)) {
            items.add(reader.read(item));
        }
        return date -> items.stream().anyMatch(item -> item.test(date));
    }

    private static Predicate<LocalDate> ofMonth(String item) {
        var field = CronField.DAY_OF_MONTH;
        if (item.equalsIgnoreCase("L")) {
            return date -> date.getDayOfMonth() == date.lengthOfMonth();
        }
        if (item.equalsIgnoreCase("LW")) {
            return date -> date.equals(nearestWeekday(date.withDayOfMonth(date.lengthOfMonth())));
        }
        if (item.regionMatches(true, 0, "L-", 0, 2)) {
            int before = field.value(item.substring(2));
            return date -> date.getDayOfMonth() == date.lengthOfMonth() - before;
        }
        if (item.length() > 1 && (item.endsWith("W") || item.endsWith("w"))) {
            int day = field.value(item.substring(0, item.length() - 1));
            return date ->
                    day <= date.lengthOfMonth()
                            && date.equals(nearestWeekday(date.withDayOfMonth(day)));
        }
        long days = field.item(item);
        return date -> (days & 1L << date.getDayOfMonth()) != 0;
    }

    private static Predicate<LocalDate> ofWeek(String item) {
        var field = CronField.DAY_OF_WEEK;
        int hash = item.indexOf('#');
        if (hash > 0) {
            var day = day(item.substring(0, hash));
            var nth = item.substring(hash + 1);
            field.check(nth.matches("[1-5]"), item, "names no week from 1 to 5");
            int week = Integer.parseInt(nth);
            return date -> date.getDayOfWeek() == day && (date.getDayOfMonth() + 6) / 7 == week;
        }
        if (item.length() > 1 && (item.endsWith("L") || item.endsWith("l"))) {
            var day = day(item.substring(0, item.length() - 1));
            return date -> date.equals(date.with(TemporalAdjusters.lastInMonth(day)));
        }
        field.check(!item.equalsIgnoreCase("L"), item, "says no day: write 5L for the last Friday");
        long days = field.item(item);
        return date -> {
            int day = date.getDayOfWeek().getValue();
            return (days & 1L << day) != 0 || (day == 7 && (days & 1) != 0);
        };
    }

    private static DayOfWeek day(String text) {
        int day = CronField.DAY_OF_WEEK.value(text);
        return DayOfWeek.of(day == 0 ? 7 : day);
    }

    /** Of Monday to Friday the nearest one in the same month. */
    private static LocalDate nearestWeekday(LocalDate date) {
        return switch (date.getDayOfWeek()) {
            case SATURDAY -> date.getDayOfMonth() == 1 ? date.plusDays(2) : date.minusDays(1);
            case SUNDAY ->
                    date.getDayOfMonth() == date.lengthOfMonth()
                            ? date.minusDays(2)
                            : date.plusDays(1);
            case MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> date;
        };
    }
}
