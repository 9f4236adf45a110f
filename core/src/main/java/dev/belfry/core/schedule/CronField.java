package dev.belfry.core.schedule;

import static dev.belfry.core.Checks.require;

import java.util.List;
import java.util.Locale;

/** One of the fields of a cron expression: what it may hold, and how its plain items are read. */
enum CronField {
    SECOND("seconds", 0, 59, ""),
    MINUTE("minutes", 0, 59, ""),
    HOUR("hours", 0, 23, ""),
    DAY_OF_MONTH("day of month", 1, 31, ""),
    /** A name's place is its number, and no month is 0. */
    MONTH("month", 1, 12, " JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    /** Sunday is both 0 and 7. */
    DAY_OF_WEEK("day of week", 0, 7, "SUN MON TUE WED THU FRI SAT");

    static final String FIELD = "schedule.cron";

    private final String title;
    private final int min;
    private final int max;
    private final String names;

    CronField(String title, int min, int max, String names) {
        this.title = title;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    /** The values of a list of items, as bits. */
    long bits(String list) {
        long bits = 0;
        for (var item : list.split(",", -1)) {
            bits |= item(item);
        }
        return bits;
    }

    /** The values of an item: all of them, one, a range, each with a step. */
    long item(String item) {
        var parts = item.split("/", -1);
        check(parts.length <= 2, item, "has two steps");
        boolean steps = parts.length == 2;
        int step = steps ? number(parts[1], item) : 1;
        check(step >= 1, item, "has a step of zero");
        var range = parts[0];
        if (range.equals("*")) {
            return bits(min, this == DAY_OF_WEEK ? 6 : max, step);
        }
        int dash = range.indexOf('-');
        if (dash < 0) {
            int from = value(range);
            return bits(from, steps ? max : from, step);
        }
        int from = value(range.substring(0, dash));
        int until = value(range.substring(dash + 1));
        boolean endsOnSunday = this == DAY_OF_WEEK && until == 0;
        until = endsOnSunday && from > 0 ? 7 : until;
        check(from <= until, item, "goes backwards");
        return bits(from, until, step);
    }

    /** A number within bounds, or a name of this field. */
    int value(String text) {
        int named =
                text.isEmpty()
                        ? -1
                        : List.of(names.split(" ")).indexOf(text.toUpperCase(Locale.ROOT));
        int value = named >= 0 ? named : number(text, text);
        check(value >= min && value <= max, text, "is not in %d-%d".formatted(min, max));
        return value;
    }

    void check(boolean holds, String item, String message) {
        require(holds, FIELD, "%s: '%s' %s", title, item, message);
    }

    private int number(String text, String item) {
        check(text.matches("[0-9]{1,2}"), item, "can not be read");
        return Integer.parseInt(text);
    }

    private static long bits(int from, int until, int step) {
        long bits = 0;
        for (int value = from; value <= until; value += step) {
            bits |= 1L << value;
        }
        return bits;
    }
}
