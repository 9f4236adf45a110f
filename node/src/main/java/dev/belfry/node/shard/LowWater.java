package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.Instants;
import java.time.Instant;

/**
 * A shard's low-water mark: no pending row lies strictly before it. It only rises, and never beyond
 * what has fired, so that no later timer is delayed by it. Confined to the shard's loop.
 */
final class LowWater {
    /** Rows gone since the mark was last stored that make it worth storing again. */
    private static final int WORTH_STORING = 256;

    private Instant mark;
    private Instant stored;
    private Instant latestFired = Instants.EARLIEST;
    private int gone;

    LowWater(Instant stored) {
        this.mark = stored;
        this.stored = stored;
    }

    Instant mark() {
        return mark;
    }

    /** A row that had fired has left its position. */
    void fired(Instant fireAt) {
        latestFired = Instants.max(latestFired, fireAt);
        gone++;
    }

    /** Raises the mark as far as it may go. */
    void raise(Instant lowestUnsettled) {
        var next = Instants.max(mark, Instants.min(lowestUnsettled, latestFired));
        invariant(!next.isBefore(mark), "mark moves back from %s to %s", mark, next);
        mark = next;
    }

    boolean isWorthStoring() {
        return gone >= WORTH_STORING && mark.isAfter(stored);
    }

    void stored(Instant storedMark) {
        stored = Instants.max(stored, storedMark);
        gone = 0;
    }
}
