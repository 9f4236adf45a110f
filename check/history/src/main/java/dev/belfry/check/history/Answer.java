package dev.belfry.check.history;

import java.util.Optional;

/** What an operation was answered: its status and what it showed of the timer. */
public record Answer(Status status, Optional<Seen> seen, InFlight inFlight) {
    public static Answer of(Status status) {
        return new Answer(status, Optional.empty(), InFlight.NONE);
    }

    public static Answer showing(Status status, Seen seen) {
        return new Answer(status, Optional.of(seen), InFlight.NONE);
    }

    public static Answer deleted(InFlight inFlight) {
        return new Answer(Status.DELETED, Optional.empty(), inFlight);
    }
}
