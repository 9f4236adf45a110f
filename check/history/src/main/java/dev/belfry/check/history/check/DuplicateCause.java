package dev.belfry.check.history.check;

import dev.belfry.check.history.FaultKind;

/** Why an attempt was made once more. */
public enum DuplicateCause {
    CRASH,
    STALL,
    FORCED_MOVE,
    UNKNOWN_OUTCOME,
    STORE_OUTAGE,
    NETWORK,
    RECEIVER_OUTAGE,
    CLOCK_STEP,
    REFUSAL,
    /** The receiver was done, but answered too late. */
    TIMEOUT,
    UNEXPLAINED;

    static DuplicateCause of(FaultKind kind) {
        return switch (kind) {
            case CRASH -> CRASH;
            case STALL -> STALL;
            case FORCED_MOVE -> FORCED_MOVE;
            case UNKNOWN_OUTCOME -> UNKNOWN_OUTCOME;
            case STORE_OUTAGE -> STORE_OUTAGE;
            case NETWORK -> NETWORK;
            case RECEIVER_OUTAGE -> RECEIVER_OUTAGE;
            case CLOCK_STEP -> CLOCK_STEP;
            case REFUSAL -> REFUSAL;
            case ORDERLY_MOVE -> UNEXPLAINED;
        };
    }
}
