package dev.belfry.http.watch;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How far back people look, and at which resolution. */
enum Range {
    MINUTES_5("5m", Duration.ofMinutes(5), Duration.ofSeconds(1)),
    MINUTES_15("15m", Duration.ofMinutes(15), Duration.ofSeconds(10)),
    HOUR("1h", Duration.ofHours(1), Duration.ofSeconds(10)),
    HOURS_6("6h", Duration.ofHours(6), Duration.ofMinutes(2)),
    DAY("24h", Duration.ofDays(1), Duration.ofMinutes(2));

    private final String label;
    private final Duration length;
    private final Duration step;

    Range(String label, Duration length, Duration step) {
        this.label = label;
        this.length = length;
        this.step = step;
    }

    static Range parse(String text) {
        var found = Arrays.stream(values()).filter(it -> it.label.equals(text)).findFirst();
        require(
                found.isPresent(),
                "range",
                "must be one of %s",
                Arrays.stream(values()).map(Range::label).collect(Collectors.joining(", ")));
        return found.orElseThrow();
    }

    String label() {
        return label;
    }

    Duration step() {
        return step;
    }

    int slots() {
        return (int) length.dividedBy(step);
    }
}
