package dev.belfry.check.history.check;

import dev.belfry.check.history.Status;
import java.util.Optional;

/**
 * One thing an operation can come to.
 *
 * @param ended how the schedule that was there before ended by it, if it did
 */
record Effect(Status status, State after, Optional<End.How> ended) {
    static Effect unchanged(Status status, State state) {
        return new Effect(status, state, Optional.empty());
    }

    static Effect starting(Status status, State after) {
        return new Effect(status, after, Optional.empty());
    }

    static Effect ending(Status status, State after, End.How how) {
        return new Effect(status, after, Optional.of(how));
    }
}
