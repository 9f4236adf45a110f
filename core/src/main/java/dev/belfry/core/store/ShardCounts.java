package dev.belfry.core.store;

import dev.belfry.core.shard.ShardId;

/** How many timers a shard holds, each number up to the cap that was asked for. */
public record ShardCounts(ShardId shard, long pending, long kept) {}
