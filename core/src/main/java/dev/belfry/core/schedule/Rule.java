package dev.belfry.core.schedule;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** The instants a schedule is made of, without beginning and end. */
public sealed interface Rule {
    /** The first instant strictly after another. */
    Optional<Instant> next(Instant after);

    /**
     * The times of a cron expression on the clocks of a zone. A time that is skipped when clocks go
     * forward is the instant they do; one that comes twice when they go back is the first.
     */
    record Cron(String expression, ZoneId zone) implements Rule {
        public Cron {
            expression = expression.strip().replaceAll("[ \t]+", " ");
            var _ = CronExpression.parse(expression);
        }

        @Override
        public Optional<Instant> next(Instant after) {
            return CronExpression.parse(expression).next(wallTime(after)).map(this::instant);
        }

        /** The latest time whose instant is not after this one. */
        private LocalDateTime wallTime(Instant instant) {
            var local = LocalDateTime.ofInstant(instant, zone);
            var change = zone.getRules().getTransition(local);
            boolean secondTime =
                    change != null
                            && change.isOverlap()
                            && zone.getRules().getOffset(instant).equals(change.getOffsetAfter());
            return secondTime ? change.getDateTimeBefore().minusNanos(1) : local;
        }

        private Instant instant(LocalDateTime time) {
            var change = zone.getRules().getTransition(time);
            if (change == null) {
                return time.toInstant(zone.getRules().getOffset(time));
            }
            ZoneOffset first = change.getOffsetBefore();
            return change.isGap() ? change.getInstant() : time.toInstant(first);
        }
    }

    /** Every so often, counted from an anchor, which is the first. */
    record Every(Duration period, Instant anchor) implements Rule {
        public static final Duration SHORTEST = Duration.ofSeconds(1);
        public static final Duration LONGEST = Duration.ofDays(3_660);

        public Every {
            require(
                    period.compareTo(SHORTEST) >= 0 && period.compareTo(LONGEST) <= 0,
                    "schedule.every",
                    "must be 1s to 3660d");
            require(
                    period.toNanosPart() % 1_000_000 == 0,
                    "schedule.every",
                    "is finer than a millisecond");
            anchor = Instant.ofEpochMilli(anchor.toEpochMilli());
        }

        @Override
        public Optional<Instant> next(Instant after) {
            if (after.isBefore(anchor)) {
                return Optional.of(anchor);
            }
            long since = after.toEpochMilli() - anchor.toEpochMilli();
            return Optional.of(
                    anchor.plusMillis((since / period.toMillis() + 1) * period.toMillis()));
        }
    }
}
