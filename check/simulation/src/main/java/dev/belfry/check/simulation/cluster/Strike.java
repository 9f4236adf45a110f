package dev.belfry.check.simulation.cluster;

/** What can go wrong in a simulated cluster. Each kind must hit in a long enough run. */
public enum Strike {
    // processes and their threads
    CRASH,
    STALL,
    LOOP_STALL,
    TURN_LATE,
    ORDERLY_RESTART,
    GROUP_FORGOTTEN,
    /** A process is started under the name of one that stands still, which goes on later. */
    TWO_LIVES,
    /** Connections to a living process are refused. */
    REFUSED_FALSELY,
    /** The store has no session of a living process. */
    SESSIONS_CUT,
    /** A process is started under the name of one that is alive. */
    NAME_TAKEN,
    /** Up to 20 nodes and 200 shards. */
    LARGE_CLUSTER,

    // clocks
    CLOCK_STEP,
    /** A wall clock that gains or loses some of each second. */
    CLOCK_DRIFT,
    /** A monotonic clock that is fast or slow. */
    CLOCK_RATE,
    STORE_CLOCK_WRONG,
    /** The store's clock differs from answer to answer. */
    STORE_CLOCK_FICKLE,

    // the store
    CUT_FROM_STORE,
    STORE_OUTAGE,
    /** Everything is slow. */
    BROWN_OUT,
    /** Reads fail while writes work. */
    READS_FAIL,
    /** Beats are slow beside fast commits. */
    BEATS_SLOW,
    EPOCH_ROLLED_BACK,
    /** A replica is promoted that lacks the last second. */
    LAST_SECOND_LOST,
    LOCK_HELD_BY_STALLED,
    STALE_PAGE,
    /** A page shows rows that were settled a moment ago. */
    STALE_PAGE_OLD_ROWS,
    CALL_UNAVAILABLE,
    CALL_UNKNOWN_NOT_APPLIED,
    CALL_UNKNOWN_APPLIED,
    CALL_GHOST,
    CALL_SLOW,
    CALL_REJECTED,
    /** A commit without an answer was applied for some of its shards. */
    COMMIT_PARTLY_APPLIED,

    // limits
    /** A page did not fit into its window. */
    WINDOW_SMALL,
    /** Due timers wait for a place at their host. */
    PLACES_FULL,
    /** A change was refused because too many wait. */
    QUEUE_FULL,
    KEPT_EXPIRED,
    /** Due timers wait for the rate of their group. */
    RATE_REACHED,
    /** Due timers wait for the concurrency of their group. */
    CONCURRENCY_REACHED,

    // the wires between nodes
    CUT_BETWEEN_NODES,
    CONNECTION_BROKEN,
    MESSAGE_LATE,
    MESSAGE_OVERTAKEN,
    MESSAGE_DOUBLED,

    // callbacks
    CALLBACK_FAILED,
    CALLBACK_HUNG,
    CALLBACK_LATE,
    CALLBACK_RESCHEDULED,
    CALLBACK_NOT_SENT,
    /** A connection took so long that the sender asked whether the attempt may still leave. */
    CONNECTED_LATE,
    /** A sender that never replies. */
    SENDER_SILENT,
    REPLY_DOUBLED
}
