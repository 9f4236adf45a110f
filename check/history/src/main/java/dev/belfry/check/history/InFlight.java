package dev.belfry.check.history;

/** What the answer to a delete said about attempts under way. */
public enum InFlight {
    NONE,
    STARTED,
    POSSIBLE
}
