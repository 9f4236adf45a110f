package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Instants as RFC 3339 writes them; seconds may be left out, as common libraries do at full
 * minutes.
 */
public final class InstantText {
    private static final String EXAMPLE = "such as 2026-01-31T09:00:00Z";
    private static final Pattern SHAPE =
            Pattern.compile(
                    "(\\d{4}-\\d\\d-\\d\\d)[Tt](\\d\\d:\\d\\d)(?:(:\\d\\d)(?:\\.(\\d{1,9})(\\d*))?)?([Zz]|[+-]\\d\\d:\\d\\d)");
    private static final Pattern ZERO = Pattern.compile("0*");

    private InstantText() {}

    public static Instant parse(String text, String field) {
        var matcher = SHAPE.matcher(text);
        require(
                text.length() <= 64 && matcher.matches(),
                field,
                "is not an RFC 3339 time %s",
                EXAMPLE);
        try {
            var seconds = Objects.requireNonNullElse(matcher.group(3), ":00");
            var local = LocalDateTime.parse(matcher.group(1) + "T" + matcher.group(2) + seconds);
            return local.plusNanos(nanos(matcher.group(4), matcher.group(5)))
                    .toInstant(offset(matcher.group(6)));
        } catch (DateTimeException e) {
            require(false, field, "is not a time of the calendar: '%s'", text);
            throw new AssertionError(e);
        }
    }

    private static ZoneOffset offset(String text) {
        return text.equalsIgnoreCase("z") ? ZoneOffset.UTC : ZoneOffset.of(text);
    }

    /** Digits beyond the ninth count as one more nanosecond: a timer is never early. */
    private static int nanos(@Nullable String nine, @Nullable String beyond) {
        if (nine == null) {
            return 0;
        }
        int nanos = Integer.parseInt(nine + "0".repeat(9 - nine.length()));
        return beyond == null || ZERO.matcher(beyond).matches() ? nanos : nanos + 1;
    }
}
