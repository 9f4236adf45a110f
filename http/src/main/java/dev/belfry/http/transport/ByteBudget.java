package dev.belfry.http.transport;

import static dev.belfry.core.Checks.invariant;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that many share, counted in bytes; what does not fit must not be held. A part is kept for
 * those who need little, so that a few who hold much can not keep all others out. Thread-safe.
 */
public final class ByteBudget {
    /** What one request may hold of the part that is kept: far more than most timers need. */
    public static final int LITTLE = 32 * 1024;

    /** The part that is kept: one in so many. */
    public static final int KEPT_PART = 4;

    private final long bytes;
    private final AtomicLong taken = new AtomicLong();

    public ByteBudget(long bytes) {
        this.bytes = bytes;
    }

    /** Takes a part if it is there; who gets it gives it back. */
    public boolean tryTake(long part) {
        return tryTake(part, part);
    }

    /**
     * Takes more for one who may hold some already.
     *
     * @param held what it holds then
     */
    public boolean tryTake(long part, long held) {
        if (taken.addAndGet(part) <= (held <= LITTLE ? bytes : bytes - bytes / KEPT_PART)) {
            return true;
        }
        taken.addAndGet(-part);
        return false;
    }

    /** Takes a small part that can not be done without, even if there is none left. */
    public void take(long part) {
        taken.addAndGet(part);
    }

    public void giveBack(long part) {
        long left = taken.addAndGet(-part);
        invariant(left >= 0, "more was given back than taken: %d", left);
    }

    /** What is in use at the moment. */
    public long taken() {
        return taken.get();
    }
}
