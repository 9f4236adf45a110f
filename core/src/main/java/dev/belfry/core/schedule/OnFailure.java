package dev.belfry.core.schedule;

/** What becomes of a schedule when a run has failed for good. */
public enum OnFailure {
    CONTINUE,
    PAUSE
}
