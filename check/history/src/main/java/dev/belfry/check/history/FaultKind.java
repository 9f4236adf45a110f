package dev.belfry.check.history;

/** What was done to the service, and what that may excuse. */
public enum FaultKind {
    /** A process ended without warning. */
    CRASH(true, false),
    /** A process stood still and went on later. */
    STALL(true, true),
    /** A shard was taken from a living owner. */
    FORCED_MOVE(true, false),
    /** A write of the store was carried out and reported as failed. */
    UNKNOWN_OUTCOME(true, false),
    /** The store could not be reached. */
    STORE_OUTAGE(true, false),
    /** Messages were lost or late, between nodes or on the way to receivers. */
    NETWORK(true, true),
    /** Receivers did not listen or broke connections. */
    RECEIVER_OUTAGE(false, true),
    /** The clock of a node jumped. */
    CLOCK_STEP(false, true),
    /** The store refused data that it should have taken. */
    REFUSAL(true, false),
    /** A shard was handed over in order, which repeats nothing. */
    ORDERLY_MOVE(false, false);

    private final boolean repeats;
    private final boolean breaksAnswers;

    FaultKind(boolean repeats, boolean breaksAnswers) {
        this.repeats = repeats;
        this.breaksAnswers = breaksAnswers;
    }

    /** Whether an attempt may be started once more because of it. */
    public boolean repeats() {
        return repeats;
    }

    /** Whether a receiver's answer, or the whole attempt, may have been lost on the way. */
    public boolean breaksAnswers() {
        return breaksAnswers;
    }
}
