package dev.belfry.http.transport;

import java.time.Duration;

/** Figures as people say them. */
public final class Words {
    private static final int LONGEST_MESSAGE = 200;
    private static final long MILLIS_OF_A_SECOND = 1_000;
    private static final long SECONDS_SHOWN_ALONE = 120;
    private static final long MINUTES_SHOWN_ALONE = 120;
    private static final long HOURS_SHOWN_ALONE = 48;
    private static final long IN_AN_HOUR = 60;
    private static final long IN_A_DAY = 24;

    private Words() {}

    /** A length of time with its two leading parts, such as 3 h 12 min. */
    public static String of(Duration duration) {
        if (duration.toMillis() < MILLIS_OF_A_SECOND) {
            return duration.toMillis() + " ms";
        }
        if (duration.toSeconds() < SECONDS_SHOWN_ALONE) {
            return duration.toSeconds() + " s";
        }
        if (duration.toMinutes() < MINUTES_SHOWN_ALONE) {
            return duration.toMinutes() + " min";
        }
        return duration.toHours() < HOURS_SHOWN_ALONE
                ? two(duration.toHours(), "h", duration.toMinutes() % IN_AN_HOUR, "min")
                : two(duration.toDays(), "d", duration.toHours() % IN_A_DAY, "h");
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return large + " " + unit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    public static String cut(String message) {
        return message.length() <= LONGEST_MESSAGE
                ? message
                : message.substring(0, LONGEST_MESSAGE) + "…";
    }
}
