package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;

/**
 * What one loop may use.
 *
 * @param memoryBytes shared out to windows, attempts in flight, waiting timers and queued changes
 * @param maxInFlight attempts at the same time: each takes a file descriptor
 * @param maxInFlightPerHost attempts at the same time to one host, at most
 * @param permitPatience how long a due timer waits for room at its host before it is moved
 * @param auditInterval how often small background reads are made
 * @param auditRows that they read at each time, at most
 */
public record LoopSettings(
        long memoryBytes,
        int maxInFlight,
        int maxInFlightPerHost,
        Duration permitPatience,
        Duration auditInterval,
        int auditRows) {
    /** Rows of a window page, at most: bounds the time of one read. */
    static final int PAGE_ROWS = 1_000;

    /** Changes waiting in one loop, at most. */
    static final int MAX_QUEUED = 100_000;

    /** A window below this could not even hold one large timer. */
    private static final long SMALLEST_WINDOW = 16 * 1024;

    public LoopSettings {
        invariant(memoryBytes >= 1 << 20, "%d bytes are too few for a loop", memoryBytes);
        invariant(maxInFlight >= 1, "maxInFlight is %d", maxInFlight);
        invariant(maxInFlightPerHost >= 1, "maxInFlightPerHost is %d", maxInFlightPerHost);
        invariant(permitPatience.isPositive(), "permitPatience is %s", permitPatience);
        invariant(auditInterval.isPositive(), "auditInterval is %s", auditInterval);
        invariant(auditRows >= 1, "auditRows is %d", auditRows);
    }

    /** The share of one of so many shards in the memory for windows. */
    long windowBytes(int shards) {
        return Math.max(SMALLEST_WINDOW, memoryBytes / 2 / Math.max(1, shards));
    }

    long inFlightBytes() {
        return memoryBytes / 4;
    }

    long waitingBytes() {
        return memoryBytes / 8;
    }

    long queuedBytes() {
        return memoryBytes / 8;
    }
}
