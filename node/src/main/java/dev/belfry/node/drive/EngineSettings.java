package dev.belfry.node.drive;

import static dev.belfry.core.Checks.require;

import dev.belfry.node.member.MembershipTimings;
import java.time.Duration;

/**
 * What the engine may use.
 *
 * @param loops single-threaded loops that share the shards
 * @param memoryBytes for timers in memory, in all loops together
 * @param maxInFlight attempts at the same time
 * @param maxInFlightPerHost attempts at the same time to one host
 * @param permitPatience how long a due timer waits for room at its host before it is moved
 * @param auditInterval how often a loop makes its small background reads
 * @param auditRows that they read at each time, at most
 * @param timings of the node's part in a cluster
 */
public record EngineSettings(
        int loops,
        long memoryBytes,
        int maxInFlight,
        int maxInFlightPerHost,
        Duration permitPatience,
        Duration auditInterval,
        int auditRows,
        MembershipTimings timings) {
    /** Less would leave a loop too little for its windows. */
    private static final long LEAST_BYTES_PER_LOOP = 1 << 20;

    public EngineSettings {
        require(loops >= 1, "engine.loops", "must be at least 1");
        require(
                memoryBytes >= loops * LEAST_BYTES_PER_LOOP,
                "engine.memory",
                "must be at least 1 MiB for each loop");
        require(maxInFlight >= loops, "engine.maxInFlight", "must be at least one for each loop");
        require(
                maxInFlightPerHost >= loops,
                "engine.maxInFlightPerHost",
                "must be at least one for each loop");
        require(permitPatience.isPositive(), "engine.permitPatience", "must be positive");
        require(auditInterval.isPositive(), "auditInterval", "must be positive");
        require(auditRows >= 1, "auditRows", "must be at least 1");
    }

    /**
     * Half as many as cores. A loop does little for each timer; fewer loops commit more at a time
     * and wake each other less.
     */
    public static int loopsOn(int cores) {
        return Math.max(1, cores / 2);
    }

    public static EngineSettings defaults(int cores) {
        return new EngineSettings(
                loopsOn(cores),
                128L << 20,
                1_000 * cores,
                100 * cores,
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                200,
                MembershipTimings.DEFAULT);
    }
}
