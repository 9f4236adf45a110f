package dev.belfry.node;

import java.time.Instant;

/** The two clocks of a node: one to decide by, one to sleep by. */
public interface EngineClock {
    /** Wall time: decides whether a timer is due. */
    Instant now();

    /** Monotonic time: measures waits and timeouts, and has no meaning of its own. */
    long nanos();
}
