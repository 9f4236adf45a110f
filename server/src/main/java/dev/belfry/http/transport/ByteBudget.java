package dev.belfry.http.transport;

import static dev.belfry.core.Checks.invariant;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that many share, counted in bytes; what does not fit must not be held. Thread-safe. */
public final class ByteBudget {
    private final long bytes;
    private final AtomicLong taken = new AtomicLong();

    public ByteBudget(long bytes) {
        this.bytes = bytes;
    }

    /** Takes a part if it is there; who gets it gives it back. */
    public boolean tryTake(long part) {
        if (taken.addAndGet(part) <= bytes) {
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
