package dev.belfry.check.simulation;

/** What goes wrong with one store call. */
public enum StoreFault {
    NONE,
    /** Not executed; the caller is told that nothing was written. */
    UNAVAILABLE,
    /** Not executed; the caller is told that the outcome is unknown. */
    UNKNOWN_NOT_APPLIED,
    /** Executed; the caller is told that the outcome is unknown. */
    UNKNOWN_APPLIED,
    /** The caller is told at once that the outcome is unknown; it is executed later. */
    GHOST,
    /** A commit that is executed for some of its shards; the caller is told nothing of any. */
    PARTLY_APPLIED,
    /** Not executed; the data is refused. */
    REJECTED,
    /** Executed as it should be, after a long time. */
    SLOW
}
