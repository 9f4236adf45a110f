package dev.belfry.core.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Zones that set their clocks in different ways, and thirty years of them. */
final class Zones {
    static final Instant FROM = Instant.parse("2000-01-01T00:00:00Z");
    static final Instant UNTIL = Instant.parse("2030-01-01T00:00:00Z");

    static final List<ZoneId> ALL =
            Stream.of(
                            "UTC",
                            "Europe/Berlin",
                            "Europe/London",
                            "Europe/Dublin",
                            "Europe/Moscow",
                            "Europe/Istanbul",
                            "America/New_York",
                            "America/St_Johns",
                            "America/Sao_Paulo",
                            "America/Santiago",
                            "America/Havana",
                            "America/Caracas",
                            "Africa/Cairo",
                            "Africa/Casablanca",
                            "Asia/Tehran",
                            "Asia/Kathmandu",
                            "Asia/Pyongyang",
                            "Australia/Lord_Howe",
                            "Pacific/Apia",
                            "Pacific/Chatham")
                    .map(ZoneId::of)
                    .toList();

    private Zones() {}

    /** Whole seconds: cron-utils carries their parts over into the next time. */
    static Instant instant(Random random) {
        long seconds = Duration.between(FROM, UNTIL).toSeconds();
        return FROM.plusSeconds(random.nextLong(seconds));
    }

    /** Where a time lies: the first of two instants, or where clocks skip it. */
    static Instant instantOf(LocalDateTime local, ZoneId zone) {
        var offsets = zone.getRules().getValidOffsets(local);
        return offsets.isEmpty()
                ? zone.getRules().getTransition(local).getInstant()
                : local.toInstant(offsets.getFirst());
    }

    /** Whether clocks are set between two instants, or within a day of them. */
    static boolean clocksAreSet(ZoneId zone, Instant from, Instant until) {
        var change = zone.getRules().nextTransition(from.minus(Duration.ofDays(2)));
        return change != null && change.getInstant().isBefore(until.plus(Duration.ofDays(2)));
    }
}
