package dev.belfry.http.api;

import dev.belfry.core.timer.Backoff;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When the attempts ahead of a timer start, if each one fails. Waits are random, so that all but
 * the next are spans. Immutable.
 *
 * @param hasMore whether others follow those that are listed
 */
record AttemptPlan(List<Planned> attempts, boolean hasMore) {
    private static final int MOST_LISTED = 20;

    static final AttemptPlan NONE = new AttemptPlan(List.of(), false);

    /** One attempt, and the span in which it starts. */
    record Planned(int attempt, Instant notBefore, Instant latest) {}

    AttemptPlan {
        attempts = List.copyOf(attempts);
    }

    /** From the next attempt on. */
    static AttemptPlan of(Timer timer, Instant now) {
        var next = Instants.max(timer.fireAt(), now);
        return from(new Planned(timer.attempts() + 1, next, next), timer);
    }

    /** While an attempt is under way: from the one after it on. */
    static AttemptPlan afterTheNext(Timer timer, Instant now) {
        var plan = from(new Planned(timer.attempts() + 1, now, now), timer);
        return new AttemptPlan(plan.attempts().stream().skip(1).toList(), plan.hasMore());
    }

    private static AttemptPlan from(Planned first, Timer timer) {
        var attempts = new ArrayList<Planned>();
        var next = first;
        while (attempts.size() < MOST_LISTED && (next.equals(first) || isAllowed(next, timer))) {
            attempts.add(next);
            next = after(next, timer);
        }
        return new AttemptPlan(attempts, isAllowed(next, timer));
    }

    private static boolean isAllowed(Planned planned, Timer timer) {
        var spec = timer.spec();
        return !spec.retryPolicy()
                .isExhausted(
                        planned.attempt() - 1,
                        Duration.ZERO,
                        planned.notBefore(),
                        spec.executeAt(),
                        spec.target().timeout());
    }

    /** At the earliest the attempt fails at once, at the latest when its time is over. */
    private static Planned after(Planned attempt, Timer timer) {
        var policy = timer.spec().retryPolicy();
        var shortest = Backoff.floor(policy, attempt.attempt());
        var longest =
                timer.spec().target().timeout().plus(Backoff.ceiling(policy, attempt.attempt()));
        return new Planned(
                attempt.attempt() + 1,
                Instants.min(attempt.notBefore().plus(shortest), Instants.LATEST),
                Instants.min(attempt.latest().plus(longest), Instants.LATEST));
    }
}
