package dev.belfry.core.timer;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Where a timer stands: still to fire, or settled and kept for a while. */
public enum TimerState {
    SCHEDULED,
    REACHED,
    FAILED,
    /** Deleted before it was reached: nothing but the record of it is left. */
    CANCELLED;

    /** Those of timers that are settled. */
    public static final Set<TimerState> KEPT =
            Collections.unmodifiableSet(EnumSet.of(REACHED, FAILED, CANCELLED));
}
