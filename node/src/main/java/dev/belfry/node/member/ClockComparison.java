package dev.belfry.node.member;

import java.time.Duration;
import java.time.Instant;

/**
 * How far a node's clock is from the store's, which all nodes compare with.
 *
 * @param atLeast what remains when the time the answer took is given the benefit of the doubt
 */
record ClockComparison(Duration atLeast) {
    static final Duration ALARM = Duration.ofMillis(250);
    static final Duration OFF = Duration.ofSeconds(1);

    static ClockComparison of(Instant sent, Instant storeClock, Instant answered) {
        var ahead = Duration.between(storeClock, sent);
        var behind = Duration.between(answered, storeClock);
        var apart = ahead.compareTo(behind) > 0 ? ahead : behind;
        return new ClockComparison(apart.isNegative() ? Duration.ZERO : apart);
    }

    boolean isAlarming() {
        return atLeast.compareTo(ALARM) > 0;
    }

    boolean isOff() {
        return atLeast.compareTo(OFF) > 0;
    }
}
