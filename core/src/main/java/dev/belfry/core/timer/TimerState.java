package dev.belfry.core.timer;

/** Where a timer stands: still to fire, or settled and kept for a while. */
public enum TimerState {
    SCHEDULED,
    REACHED,
    FAILED
}
