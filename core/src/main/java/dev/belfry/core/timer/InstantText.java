package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants as RFC 3339 writes them; seconds may be left out, as common libraries do at full
 * minutes. Every request and every answer has some: what the JDK does with formatters and patterns
 * is done here by hand, at a tenth of the cost.
 */
public final class InstantText {
    private static final String TO_THE_MINUTE = "dddd-dd-ddTdd:dd";
    private static final int LONGEST = 64;
    private static final int MOST_DIGITS = 9;

    private static final int SECONDS_OF_A_DAY = 86_400;
    private static final long YEAR_0 = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final long YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z").getEpochSecond();

    private InstantText() {}

    public static Instant parse(String text, String field) {
        requireShape(text.length() <= LONGEST && fits(text, 0, TO_THE_MINUTE), field);
        int at = TO_THE_MINUTE.length();
        int second = 0;
        int nanos = 0;
        if (fits(text, at, ":dd")) {
            second = number(text, at + 1, 2);
            at += 3;
            if (fits(text, at, ".d")) {
                int from = at + 1;
                at = endOfDigits(text, from);
                nanos = nanos(text, from, at);
            }
        }
        requireShape(isOffset(text, at), field);
        try {
            return LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 5, 2),
                            number(text, 8, 2),
                            number(text, 11, 2),
                            number(text, 14, 2),
                            second)
                    .plusNanos(nanos)
                    .toInstant(offset(text, at));
        } catch (DateTimeException e) {
            require(false, field, "is not a time of the calendar: '%s'", text);
            throw new AssertionError(e);
        }
    }

    private static void requireShape(boolean isOne, String field) {
        require(isOne, field, "is not an RFC 3339 time such as 2026-01-31T09:00:00Z");
    }

    /** Whether the shape stands there: d is a digit, T may be small, all else is itself. */
    private static boolean fits(String text, int at, String shape) {
        if (text.length() < at + shape.length()) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            if (!fits(text.charAt(at + i), shape.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(char c, char shape) {
        return switch (shape) {
            case 'd' -> isDigit(c);
            case 'T' -> c == 'T' || c == 't';
            default -> c == shape;
        };
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int at, int digits) {
        int number = 0;
        for (int i = at; i < at + digits; i++) {
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }

    private static int endOfDigits(String text, int from) {
        int at = from;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Digits beyond the ninth count as one more nanosecond: a timer is never early. */
    private static int nanos(String text, int from, int until) {
        int given = Math.min(until - from, MOST_DIGITS);
        int nanos = number(text, from, given);
        for (int i = given; i < MOST_DIGITS; i++) {
            nanos *= 10;
        }
        for (int i = from + given; i < until; i++) {
            if (text.charAt(i) != '0') {
                return nanos + 1;
            }
        }
        return nanos;
    }

    private static boolean isOffset(String text, int at) {
        return switch (text.length() - at) {
            case 1 -> isUtc(text, at);
            case 6 -> fits(text, at, "+dd:dd") || fits(text, at, "-dd:dd");
            default -> false;
        };
    }

    private static boolean isUtc(String text, int at) {
        return text.charAt(at) == 'Z' || text.charAt(at) == 'z';
    }

    private static ZoneOffset offset(String text, int at) {
        return isUtc(text, at) ? ZoneOffset.UTC : ZoneOffset.of(text.substring(at));
    }

    /** The very text that {@link Instant#toString} makes. */
    public static String format(Instant instant) {
        long seconds = instant.getEpochSecond();
        return seconds >= YEAR_0 && seconds < YEAR_10000
                ? new Writing().instant(seconds, instant.getNano())
                : instant.toString();
    }

    /** Confined to a call. */
    private static final class Writing {
        private final byte[] text = new byte["0000-00-00T00:00:00.000000000Z".length()];
        private int length;

        String instant(long seconds, int nanos) {
            var date = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_OF_A_DAY));
            int second = Math.floorMod(seconds, SECONDS_OF_A_DAY);
            number(date.getYear(), 4, '-');
            number(date.getMonthValue(), 2, '-');
            number(date.getDayOfMonth(), 2, 'T');
            number(second / 3_600, 2, ':');
            number(second / 60 % 60, 2, ':');
            number(second % 60, 2, nanos == 0 ? 'Z' : '.');
            if (nanos != 0) {
                fraction(nanos);
            }
            return new String(text, 0, length, StandardCharsets.ISO_8859_1);
        }

        /** In threes, as many as are needed. */
        private void fraction(int nanos) {
            if (nanos % 1_000_000 == 0) {
                number(nanos / 1_000_000, 3, 'Z');
            } else if (nanos % 1_000 == 0) {
                number(nanos / 1_000, 6, 'Z');
            } else {
                number(nanos, 9, 'Z');
            }
        }

        private void number(int number, int digits, char end) {
            int rest = number;
            for (int i = length + digits - 1; i >= length; i--) {
                text[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            length += digits;
            text[length++] = (byte) end;
        }
    }
}
