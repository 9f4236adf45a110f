package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.belfry.node.drive.EngineSettings;
import dev.belfry.node.member.MembershipTimings;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** What the engine may use. */
public record EngineConfig(
        @Setting(
                        fallback = "0",
                        says =
                                "Single-threaded loops that share the shards; 0 means one for every"
                                        + " two cores, fewer if the limits below have no share for"
                                        + " each.")
                int loops,
        @Setting(
                        fallback = "128MiB",
                        says =
                                "Memory for timers in all loops together; more lets more due timers"
                                        + " wait in memory instead of being read again.")
                Bytes memory,
        @Setting(
                        fallback = "10000",
                        says =
                                "Callbacks under way at the same time, to all hosts together; never"
                                        + " more than half of the file descriptors that the process may"
                                        + " open. A group alone gets half of it.")
                int maxInFlight,
        @Setting(
                        fallback = "200",
                        says =
                                "Callbacks under way to one host at the same time, once it answers"
                                        + " quickly: fewer at first, and fewer when it does not"
                                        + " answer.")
                int maxInFlightPerHost,
        @Setting(
                        fallback = "5s",
                        says =
                                "How long a due timer waits for room at its host before it is moved"
                                        + " to a later time.")
                Duration permitPatience) {
    /** Small enough that nobody notices it, and often enough for all shards within minutes. */
    private static final Duration AUDIT_INTERVAL = Duration.ofSeconds(1);

    private static final int AUDIT_ROWS = 200;

    private static final int MOST_LOOPS = 1_024;

    /** Beyond it the bookkeeping of a pool of connections costs more than it gives. */
    private static final int MOST_PER_HOST = 10_000;

    public EngineConfig {
        require(loops >= 0 && loops <= MOST_LOOPS, "engine.loops", "must be 0 to %d", MOST_LOOPS);
        require(
                maxInFlightPerHost <= MOST_PER_HOST,
                "engine.maxInFlightPerHost",
                "must be at most %d",
                MOST_PER_HOST);
    }

    /** The engine's own settings; they check themselves. */
    public EngineSettings toSettings(int cores, MembershipTimings timings) {
        return new EngineSettings(
                loops == 0 ? loopsOn(cores) : loops,
                memory.count(),
                (int) Math.min(maxInFlight, descriptors() / 2),
                maxInFlightPerHost,
                permitPatience,
                AUDIT_INTERVAL,
                AUDIT_ROWS,
                timings);
    }

    /** That the process may open; a callback under way takes one. */
    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean it
                ? it.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
    }

    /** Fewer than usual if that would leave a loop without a share. */
    private int loopsOn(int cores) {
        long room = Math.min(memory.count() >> 20, Math.min(maxInFlight, maxInFlightPerHost));
        return Math.clamp(room, 1, Math.min(MOST_LOOPS, EngineSettings.loopsOn(cores)));
    }
}
