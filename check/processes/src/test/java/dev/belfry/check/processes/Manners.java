package dev.belfry.check.processes;

import dev.belfry.check.history.Reply;
import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a receiver treats callbacks; all are parts of a hundred.
 *
 * @param failed are to be tried again
 * @param busy are to be tried again, and not before {@link #RETRY_AFTER}
 * @param refused are never to be tried again
 * @param again are to run again
 * @param slow are answered after up to {@link #LONGEST_DELAY}
 * @param hopeless schedules, all attempts of which fail
 */
public record Manners(int failed, int busy, int refused, int again, int slow, int hopeless) {
    /** Little is in the way of what a test is about. */
    static final Manners MILD = new Manners(4, 0, 1, 2, 0, 0);

    /** All that can be between an attempt and its settlement comes often. */
    public static final Manners HARSH = new Manners(10, 5, 1, 5, 15, 2);

    /** As long as the longest wait that the timers' policy allows, and longer than its first. */
    static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private static final Duration LONGEST_DELAY = Duration.ofMillis(1_500);
    private static final int ALL = 100;

    /** What an attempt of a schedule is answered. */
    public Reply reply(String webhookId, RandomGenerator random) {
        if (Math.floorMod(webhookId.hashCode(), ALL) < hopeless) {
            return new Reply.Failed(Duration.ZERO);
        }
        int chance = random.nextInt(ALL);
        if (chance < failed) {
            return new Reply.Failed(Duration.ZERO);
        }
        if (chance < failed + busy) {
            return new Reply.Failed(RETRY_AFTER);
        }
        if (chance < failed + busy + refused) {
            return new Reply.Permanent();
        }
        if (chance < failed + busy + refused + again) {
            var ahead = Duration.ofMillis(random.nextLong(500, 6_000));
            var next = Instants.ceilToMillis(Instant.now().plus(ahead));
            return new Reply.Reschedule(next, Optional.empty());
        }
        return new Reply.Done();
    }

    public Duration delay(RandomGenerator random) {
        return random.nextInt(ALL) < slow
                ? Duration.ofMillis(random.nextLong(LONGEST_DELAY.toMillis()))
                : Duration.ZERO;
    }
}
