package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardCommit;

/** One shard's part of a commit and the key of the shard. */
record ShardPart(ShardKey key, ShardCommit commit) {
    /**
     * Shards whose fence goes together with what comes after it. While the driver still sends, the
     * rows of the fence wait in the network: too many of them, and both ends wait for ever.
     */
    static final int MOST_TOGETHER = 256;

    boolean isHeldIn(ShardRows rows) {
        return rows.get(key).isHeldUnder(commit.lease());
    }
}
