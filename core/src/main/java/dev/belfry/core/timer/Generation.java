package dev.belfry.core.timer;

/**
 * One schedule of a timer: new on create, replacement, a new executeAt and redrive; the same over
 * retries and takeovers. An attempt, and the id a receiver knows it by, belong to a generation.
 */
public record Generation(long value) {
    /** The schedule that a change with this revision starts. */
    public static Generation startedBy(Revision revision) {
        return new Generation(revision.value());
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
