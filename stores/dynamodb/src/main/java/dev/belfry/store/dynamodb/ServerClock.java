package dev.belfry.store.dynamodb;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * DynamoDB's clock, as far as its answers tell. Thread-safe.
 *
 * <p>DynamoDB has no function for the time, but every answer has a Date, cut to the second. An
 * answer dated 12:00:05 shows that its clock read 12:00:05.000 to 12:00:05.999 at some moment
 * between the sending and the answer, so that the difference to our clock lies between two bounds.
 * Each further answer narrows them. What is reported is our own clock, moved only as far as the
 * bounds demand: no difference is claimed that was not seen, and one that lasts is seen within a
 * few seconds.
 */
final class ServerClock {
    /** Clocks drift: bounds grow by this share of the time since they were seen. */
    private static final long DRIFT_PARTS = 10_000;

    private final InstantSource local;
    private Bounds bounds = Bounds.NONE;

    ServerClock(InstantSource local) {
        this.local = local;
    }

    /** How far the server's clock is ahead of ours, at least and at most. */
    private record Bounds(Duration atLeast, Duration atMost, Instant seen) {
        private static final Duration ANY = Duration.ofDays(3_650_000);
        static final Bounds NONE = new Bounds(ANY.negated(), ANY, Instant.EPOCH);

        static Bounds of(Instant sent, Instant dated, Instant answered) {
            return new Bounds(
                    Duration.between(answered, dated),
                    Duration.between(sent, dated.plusSeconds(1)),
                    answered);
        }

        /** Bounds that no longer fit together mean that a clock was set: the newer ones count. */
        Bounds narrowedBy(Bounds newer) {
            var slack = Duration.between(seen, newer.seen).abs().dividedBy(DRIFT_PARTS);
            var least = max(atLeast.minus(slack), newer.atLeast);
            var most = min(atMost.plus(slack), newer.atMost);
            return least.compareTo(most) <= 0 ? new Bounds(least, most, newer.seen) : newer;
        }

        /** The smallest difference that they allow. */
        Duration nearest() {
            return max(atLeast, min(atMost, Duration.ZERO));
        }

        private static Duration max(Duration a, Duration b) {
            return a.compareTo(b) < 0 ? b : a;
        }

        private static Duration min(Duration a, Duration b) {
            return a.compareTo(b) < 0 ? a : b;
        }
    }

    Instant local() {
        return local.instant();
    }

    /** Learns from an answer and the Date in it. */
    void answered(Instant sent, String date) {
        try {
            var dated = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            narrow(Bounds.of(sent, dated, local.instant()));
        } catch (DateTimeException _) {
            // An answer without a date tells nothing about the clock.
        }
    }

    private synchronized void narrow(Bounds newer) {
        bounds = bounds.narrowedBy(newer);
    }

    synchronized Instant instant() {
        return local.instant().plus(bounds.nearest());
    }
}
