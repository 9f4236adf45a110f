package dev.belfry.core.shard;

/**
 * The right to write a shard. A write under a lease that is no longer the shard's own changes
 * nothing.
 *
 * @param token random, so that an epoch that a failed-over database hands out twice is noticed
 */
public record Lease(ShardId shard, Epoch epoch, long token) {}
