package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as people write and read them. */
final class Times {
    private Times() {}

    /** Reads {@code now}, {@code in 10s}, {@code +10m}, {@code 1h} or an instant of RFC 3339. */
    static Instant parse(String text, Instant now) {
        var trimmed = text.strip();
        if (trimmed.equals("now")) {
            return Instants.ceilToMillis(now);
        }
        var wait = trimmed.replaceFirst("^(in\\s+|\\+)", "");
        if (wait.matches("[0-9]+[a-z]+")) {
            return Instants.ceilToMillis(now.plus(duration(wait)));
        }
        try {
            return InstantText.parse(trimmed, "the time");
        } catch (InvalidValueException _) {
            throw new CommandFailure(
                    ExitCode.OTHER,
                    "'%s' is not a time: say 'in 10s', '+10m', 'now' or 2030-01-01T00:00:00Z"
                            .formatted(text));
        }
    }

    static Duration duration(String text) {
        return duration(text, "the duration");
    }

    /** Reads a duration; a complaint names the option that it stood in. */
    static Duration duration(String text, String option) {
        try {
            return DurationText.parse(text, option);
        } catch (InvalidValueException e) {
            throw new CommandFailure(ExitCode.OTHER, String.valueOf(e.getMessage()));
        }
    }

    /** A measured duration in the units that people use. */
    static String millis(long millis) {
        return DurationText.format(Duration.ofMillis(millis));
    }

    /** How far away an instant is: {@code in 10s}, {@code 5m ago}; two units at most. */
    static String relative(Instant instant, Instant now) {
        var distance = Duration.between(now, instant).abs();
        if (distance.compareTo(Duration.ofSeconds(1)) < 0) {
            return "now";
        }
        var text = rough(distance.truncatedTo(ChronoUnit.SECONDS));
        return instant.isAfter(now) ? "in " + text : text + " ago";
    }

    private static String rough(Duration distance) {
        if (distance.toDays() > 0) {
            return distance.toDays() + "d" + rest(distance.toHoursPart(), "h");
        }
        if (distance.toHours() > 0) {
            return distance.toHours() + "h" + rest(distance.toMinutesPart(), "m");
        }
        if (distance.toMinutes() > 0) {
            return distance.toMinutes() + "m" + rest(distance.toSecondsPart(), "s");
        }
        return distance.toSeconds() + "s";
    }

    private static String rest(int part, String unit) {
        return part == 0 ? "" : " " + part + unit;
    }
}
