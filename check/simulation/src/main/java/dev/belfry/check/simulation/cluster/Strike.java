package dev.belfry.check.simulation.cluster;

/** What can go wrong in a simulated cluster. Each kind must hit in a long enough run. */
public enum Strike {
    CRASH,
    STALL,
    LOOP_STALL,
    TURN_LATE,
    CUT_FROM_STORE,
    CUT_BETWEEN_NODES,
    STORE_OUTAGE,
    CLOCK_STEP,
    ORDERLY_RESTART,
    GROUP_FORGOTTEN,
    EPOCH_ROLLED_BACK,
    CALL_UNAVAILABLE,
    CALL_UNKNOWN_NOT_APPLIED,
    CALL_UNKNOWN_APPLIED,
    CALL_GHOST,
    CALL_SLOW,
    LOCK_HELD_BY_STALLED,
    STALE_PAGE,
    CONNECTION_BROKEN,
    CALLBACK_FAILED,
    CALLBACK_HUNG,
    CALLBACK_LATE,
    CALLBACK_RESCHEDULED
}
