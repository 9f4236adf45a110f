package dev.belfry.node.member;

import java.time.Duration;
import java.time.Instant;

/**
 * How far a node's clock is from the store's, which all nodes compare with.
 *
 * @param ahead of the store's, less than zero if it is behind: what remains when the time the
 *     answer took is given the benefit of the doubt
 */
record ClockComparison(Duration ahead) {
    static final Duration ALARM = Duration.ofMillis(250);
    static final Duration OFF = Duration.ofSeconds(1);

    static ClockComparison of(Instant sent, Instant storeClock, Instant answered) {
        if (sent.isAfter(storeClock)) {
            return new ClockComparison(Duration.between(storeClock, sent));
        }
        return new ClockComparison(
                answered.isBefore(storeClock)
                        ? Duration.between(storeClock, answered)
                        : Duration.ZERO);
    }

    Duration atLeast() {
        return ahead.abs();
    }

    boolean isOff() {
        return atLeast().compareTo(OFF) > 0;
    }
}
