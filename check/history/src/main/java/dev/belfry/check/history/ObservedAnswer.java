package dev.belfry.check.history;

import java.util.Optional;

/** What an operation was answered: its status and what it showed of the timer. */
public record ObservedAnswer(Status status, Optional<Seen> seen, InFlight inFlight) {
    public static ObservedAnswer of(Status status) {
        return new ObservedAnswer(status, Optional.empty(), InFlight.NONE);
    }

    public static ObservedAnswer showing(Status status, Seen seen) {
        return new ObservedAnswer(status, Optional.of(seen), InFlight.NONE);
    }

    public static ObservedAnswer deleted(InFlight inFlight) {
        return new ObservedAnswer(Status.DELETED, Optional.empty(), inFlight);
    }
}
