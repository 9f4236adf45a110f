package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 24h}, {@code 7d}.
 */
public final class DurationText {
    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

    /** Longer than anything that may be asked for, and far from where milliseconds overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private DurationText() {}

    public static Duration parse(String text, String field) {
        var matcher = SHAPE.matcher(text);
        require(
                matcher.matches(),
                field,
                "is not a duration such as 500ms, 30s, 10m, 24h or 7d: '%s'",
                text);
        var duration = unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
        require(duration.compareTo(LONGEST) <= 0, field, "is longer than 36500d: '%s'", text);
        return duration;
    }

    /** The shortest text that parses back to this duration, which must be whole milliseconds. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1_000 != 0 || millis == 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds % 3_600 == 0) {
            return seconds / 3_600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static Duration unit(String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }
}
