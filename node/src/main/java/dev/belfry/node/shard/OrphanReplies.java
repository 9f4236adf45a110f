package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.node.fire.AttemptResult;

/** Where replies go whose shard has moved away: its new owner may still wait for them. */
public interface OrphanReplies {
    void accept(ShardId shard, AttemptId attempt, AttemptResult result);
}
