package dev.belfry.core.store;

import dev.belfry.core.shard.ShardId;

/** How many timers of one state a shard holds, up to the cap that was asked for. */
public record CountedShard(ShardId shard, long timers) {}
