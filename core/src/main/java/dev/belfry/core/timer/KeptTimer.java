package dev.belfry.core.timer;

import static dev.belfry.core.Checks.invariant;

import java.time.Instant;

/**
 * A settled timer that is kept: failed for good, or, in a group with retention, reached or
 * cancelled.
 *
 * @param keepUntil when it may be removed
 */
public record KeptTimer(Timer timer, TimerState state, Instant settledAt, Instant keepUntil) {
    public KeptTimer {
        invariant(state != TimerState.SCHEDULED, "%s is kept as %s", timer.key(), state);
        Instants.requireStorable(settledAt, "settledAt");
        Instants.requireStorable(keepUntil, "keepUntil");
    }

    /** Where it lies among the kept: by the instant it was settled, then by uuid. */
    public Position position() {
        return new Position(settledAt, timer.uuid());
    }
}
