package dev.belfry.node;

import java.util.Optional;

/**
 * How a receiver's host stands with this node, and what it answered lately.
 *
 * @param inFlight attempts that have no reply yet
 * @param queued due timers that wait for room
 * @param answeredPerSecond on average over the last ten to twenty seconds
 * @param errorRate the share of these that failed, from 0 to 1
 * @param p50Millis from start to reply, as far as buckets tell
 */
public record HostStats(
        String host,
        int inFlight,
        int queued,
        double answeredPerSecond,
        double errorRate,
        long p50Millis,
        long p99Millis,
        Optional<String> lastError) {}
