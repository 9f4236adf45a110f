package dev.belfry.check.history.check;

import dev.belfry.check.history.Seen;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.Optional;

/** Compares states with timers that were shown, and learns from them. Immutable. */
record Sighting(Case timer, CheckBounds bounds) {
    /** The state with what was shown of it at an instant; nothing if it can not have been this. */
    Optional<State> of(State state, Seen seen, Instant at) {
        return switch (state) {
            case State.Absent() -> Optional.empty();
            case State.Pending pending -> ofPending(pending, seen, at);
            case State.Kept kept -> ofKept(kept, seen);
        };
    }

    private Optional<State> ofPending(State.Pending pending, Seen seen, Instant at) {
        boolean holds =
                seen.state() == TimerState.SCHEDULED
                        && seen.attempts() == pending.attempts()
                        && hasRevision(pending, seen)
                        && hasExecuteAt(pending, seen.executeAt())
                        && seen.webhookId().map(id -> hasId(pending, id)).orElse(true);
        return holds
                ? Optional.of(
                        pending.revision(seen.revision())
                                .seen(seen.webhookId().orElse(""), seen.executeAt(), at))
                : Optional.empty();
    }

    private static Optional<State> ofKept(State.Kept kept, Seen seen) {
        boolean holds = seen.state() == kept.state() && hasRevision(kept.last(), seen);
        return holds
                ? Optional.of(
                        new State.Kept(
                                kept.state(), kept.last().revision(seen.revision()), kept.since()))
                : Optional.empty();
    }

    private static boolean hasRevision(State.Pending pending, Seen seen) {
        return pending.revision().map(seen.revision()::equals).orElse(true);
    }

    boolean hasExecuteAt(State.Pending pending, Instant executeAt) {
        var known = pending.request().executeAt();
        return pending.schedule().floating()
                ? !executeAt.isBefore(known.minus(bounds.settlingError()))
                : executeAt.equals(known);
    }

    /** Whether the schedule is, or may turn out to be, the one known by this id. */
    boolean hasId(State.Pending pending, String webhookId) {
        return pending.schedule().isBound()
                ? pending.schedule().webhookId().equals(webhookId)
                : timer.mayBind(webhookId, pending.schedule().origin());
    }
}
