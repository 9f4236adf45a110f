package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as Belfry keeps them: whole milliseconds between the years 1 and 9999. */
public final class Instants {
    public static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private Instants() {}

    /** Rounds up, because a timer must not fire before the instant that was asked for. */
    public static Instant ceilToMillis(Instant instant) {
        var floor = instant.truncatedTo(ChronoUnit.MILLIS);
        return floor.equals(instant) ? floor : floor.plusMillis(1);
    }

    /** Rounds down, for what has happened: it must not seem to lie ahead. */
    public static Instant floorToMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    public static Instant max(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }

    public static Instant min(Instant a, Instant b) {
        return b.isBefore(a) ? b : a;
    }

    static void requireStorable(Instant instant, String field) {
        require(
                !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST),
                field,
                "lies outside of the years 1 to 9999");
        require(
                instant.equals(instant.truncatedTo(ChronoUnit.MILLIS)),
                field,
                "is finer than a millisecond: %s",
                instant);
    }
}
