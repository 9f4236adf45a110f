package dev.belfry.check.history.check;

import dev.belfry.check.history.ObservedRequest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.Optional;

/** What the service may hold under one key. */
sealed interface State {
    record Absent() implements State {}

    /**
     * A timer that is still to fire.
     *
     * @param revision if any answer has shown it
     * @param attempts finished attempts of this schedule
     * @param notBefore when its next attempt may start
     * @param dueBy when its next attempt should start at the latest; {@link Instant#MAX} while
     *     nobody was told that it exists
     */
    record Pending(
            Schedule schedule,
            ObservedRequest request,
            Optional<Revision> revision,
            int attempts,
            Instant notBefore,
            Instant dueBy)
            implements State {
        static Pending fresh(Schedule schedule, ObservedRequest request, Instant knownBy) {
            var executeAt = request.executeAt();
            return new Pending(
                    schedule,
                    request,
                    Optional.empty(),
                    0,
                    executeAt,
                    Instants.max(executeAt, knownBy));
        }

        Pending request(ObservedRequest changed) {
            return new Pending(schedule, changed, Optional.empty(), attempts, notBefore, dueBy);
        }

        Pending revision(Revision known) {
            return new Pending(schedule, request, Optional.of(known), attempts, notBefore, dueBy);
        }

        Pending retried(Instant earliest, Instant latest) {
            return new Pending(schedule, request, revision, attempts + 1, earliest, latest);
        }

        /** The same, with what is known since somebody saw it. */
        Pending seen(String webhookId, Instant executeAt, Instant at) {
            var exact =
                    new ObservedRequest(
                            executeAt,
                            request.payload(),
                            request.retryPolicy(),
                            request.timeout(),
                            request.digest());
            var first = attempts == 0;
            return new Pending(
                    schedule.known(webhookId),
                    exact,
                    revision,
                    attempts,
                    first ? executeAt : notBefore,
                    dueSince(first ? Instants.max(executeAt, at) : at));
        }

        private Instant dueSince(Instant at) {
            return dueBy.equals(Instant.MAX) ? at : dueBy;
        }
    }

    /**
     * A settled timer.
     *
     * @param since when it was settled at the earliest
     */
    record Kept(TimerState state, Pending last, Instant since) implements State {}

    /** The timer that is pending or kept here, if there is any. */
    default Optional<Pending> version() {
        return switch (this) {
            case Absent() -> Optional.empty();
            case Pending pending -> Optional.of(pending);
            case Kept(_, var pending, _) -> Optional.of(pending);
        };
    }
}
