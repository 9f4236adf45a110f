package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.node.EngineClock;
import dev.belfry.node.fire.AttemptResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Replies to attempts of shards that this loop does not hold: a former owner passes them on as soon
 * as it has released, and the claim may come a moment later. Bounded in time and number; one that
 * is forgotten costs a repeat. Confined to one loop.
 */
final class EarlyReplies {
    record EarlyReply(ShardId shard, AttemptId attempt, AttemptResult result, long sinceNanos) {}

    private static final Duration KEPT = Duration.ofSeconds(10);
    private static final int MOST = 10_000;

    private final EngineClock clock;
    private final Deque<EarlyReply> replies = new ArrayDeque<>();

    EarlyReplies(EngineClock clock) {
        this.clock = clock;
    }

    void add(ShardId shard, AttemptId attempt, AttemptResult result) {
        long now = clock.nanos();
        while (!replies.isEmpty() && (replies.size() >= MOST || isOld(replies.getFirst(), now))) {
            replies.removeFirst();
        }
        replies.add(new EarlyReply(shard, attempt, result, now));
    }

    private static boolean isOld(EarlyReply reply, long now) {
        return now - reply.sinceNanos() > KEPT.toNanos();
    }

    /** Takes out what came for a shard before it was claimed. */
    List<EarlyReply> take(ShardId shard) {
        var taken = new ArrayList<EarlyReply>();
        replies.removeIf(reply -> reply.shard().equals(shard) && taken.add(reply));
        return taken;
    }
}
