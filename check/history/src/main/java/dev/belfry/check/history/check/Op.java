package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import java.time.Instant;
import java.util.Optional;

/**
 * An operation with its outcome, if it has one.
 *
 * @param index of its invocation in the history
 * @param answeredIndex of its outcome, or {@link #NEVER}
 */
record Op(int index, Event.Invoked invoked, int answeredIndex, Optional<Event.Answered> answered) {
    static final int NEVER = Integer.MAX_VALUE;

    Operation operation() {
        return invoked.operation();
    }

    /** What it was answered; nothing if its outcome is unknown. */
    Optional<ObservedAnswer> answer() {
        return answered.flatMap(
                event ->
                        event.outcome() instanceof ObservedOutcome.Ok(var answer)
                                ? Optional.of(answer)
                                : Optional.empty());
    }

    boolean isUnknown() {
        return answer().isEmpty();
    }

    boolean isFailed() {
        return answered.filter(event -> event.outcome() instanceof ObservedOutcome.Failed)
                .isPresent();
    }

    /** From when on what it did is certain; {@link Instant#MAX} if that never is. */
    Instant knownBy() {
        return isUnknown() ? Instant.MAX : answered.orElseThrow().at();
    }
}
