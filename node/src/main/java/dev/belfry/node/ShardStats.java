package dev.belfry.node;

import dev.belfry.core.shard.ShardId;
import java.time.Instant;

/**
 * How a shard of this node stands, and what happened in it lately.
 *
 * @param isOpen whether its changes are taken and its timers fire
 * @param startedPerSecond attempts, on average over the last ten to twenty seconds
 * @param latenessP99Millis of these attempts, as far as buckets tell
 * @param windowTimers in memory, ready to start
 * @param earliest when the first of them is due; far ahead if there is none
 */
public record ShardStats(
        ShardId shard,
        boolean isOpen,
        double startedPerSecond,
        long latenessP99Millis,
        int windowTimers,
        Instant earliest) {}
