package dev.belfry.node.route;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.node.fire.AttemptResult;

/** A reply to an attempt whose shard has moved to another node meanwhile. */
public record OrphanReply(ShardId shard, AttemptId attempt, AttemptResult result) {}
