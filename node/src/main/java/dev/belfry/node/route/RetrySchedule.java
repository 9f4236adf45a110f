package dev.belfry.node.route;

import java.time.Duration;
import java.util.Optional;

/**
 * When a change that found no owner is tried again: by the first node only, while its client waits,
 * and for a bounded time. Confined to one request.
 */
final class RetrySchedule {
    /** Before the second try; the wait doubles from try to try, so that waiting costs little. */
    private static final Duration FIRST_WAIT = Duration.ofMillis(25);

    private static final Duration LONGEST_WAIT = Duration.ofMillis(400);

    private final Passage passage;
    private final long untilNanos;
    private Duration wait = FIRST_WAIT;

    RetrySchedule(Passage passage, long untilNanos) {
        this.passage = passage;
        this.untilNanos = untilNanos;
    }

    /** The wait before the next try; empty if there is no time for one. */
    Optional<Duration> next(long nowNanos) {
        if (!passage.isFirst() || isOver(nowNanos + wait.toNanos())) {
            return Optional.empty();
        }
        var next = wait;
        var twice = wait.multipliedBy(2);
        wait = twice.compareTo(LONGEST_WAIT) < 0 ? twice : LONGEST_WAIT;
        return Optional.of(next);
    }

    /** Whether it is too late for a try: a process may have stood still while it waited. */
    boolean isOver(long nowNanos) {
        return nowNanos - untilNanos >= 0 || passage.isOver(nowNanos);
    }
}
