package dev.belfry.http.api;

import dev.belfry.core.timer.Backoff;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When the attempts ahead of a timer start, if each one fails. Waits are random up to a ceiling, so
 * that all but the next are spans. Immutable.
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
        return planned.attempt() <= timer.spec().retryPolicy().maxAttempts()
                && !planned.notBefore().isAfter(end(timer));
    }

    private static Instant end(Timer timer) {
        return Instants.min(
                timer.spec().executeAt().plus(timer.spec().retryPolicy().maxDuration()),
                Instants.LATEST);
    }

    /** At the earliest the attempt fails at once, at the latest when its time is over. */
    private static Planned after(Planned attempt, Timer timer) {
        var ceiling = Backoff.ceiling(timer.spec().retryPolicy(), attempt.attempt());
        var latest = attempt.latest().plus(timer.spec().target().timeout()).plus(ceiling);
        return new Planned(
                attempt.attempt() + 1,
                attempt.notBefore().plusMillis(1),
                Instants.max(Instants.min(latest, end(timer)), attempt.notBefore().plusMillis(1)));
    }
}
