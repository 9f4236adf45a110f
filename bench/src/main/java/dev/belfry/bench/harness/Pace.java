package dev.belfry.bench.harness;

import java.time.Duration;

/**
 * How fast a contender is, roughly: decides how much work it gets, so that each takes about as
 * long. Guesses, on the low side.
 *
 * @param fires timers that it fires in a second
 * @param runs timers that it fires in a second if nobody is called
 * @param creates timers that it takes one by one in a second
 * @param stores timers that it takes by the quickest way in a second
 * @param notice how long before its instant a timer must be stored at least, not to be fired early
 * @param delay how long after its instant a timer may be looked at first
 */
public record Pace(int fires, int runs, int creates, int stores, Duration notice, Duration delay) {
    public static final Pace BELFRY =
            new Pace(25_000, 25_000, 8_000, 25_000, Duration.ofSeconds(1), Duration.ZERO);

    /** How long before the first one's instant to begin storing so many. */
    Duration ahead(int count) {
        return notice.plusMillis(1_000L * count / stores);
    }

    /** How long storing and firing so many takes, with so many fired in a second. */
    Duration firing(int count, int perSecond) {
        return ahead(count).plus(delay).plusMillis(1_000L * count / perSecond);
    }
}
