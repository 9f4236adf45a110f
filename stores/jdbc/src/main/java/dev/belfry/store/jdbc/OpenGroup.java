package dev.belfry.store.jdbc;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.stream.LongStream;

/** A group as the tables know it: its shards have keys in a row. */
record OpenGroup(GroupId id, ShardKey first, int shardCount) {
    private static final int MOST_SELECTS = 64;

    ShardKey last() {
        return new ShardKey(first.value() + shardCount - 1);
    }

    List<ShardKey> keys() {
        return LongStream.rangeClosed(first.value(), last().value())
                .mapToObj(ShardKey::new)
                .toList();
    }

    /** Keys of shards for statements with a select for each, which servers plan. */
    static List<List<ShardKey>> forSelects(List<ShardKey> keys) {
        return Chunks.cut(keys, ShardKey.NONE, MOST_SELECTS);
    }

    ShardKey keyOf(ShardId shard) {
        invariant(shard.index() < shardCount, "%s of %d shards", shard, shardCount);
        return new ShardKey(first.value() + shard.index());
    }

    ShardId shardOf(ShardKey key) {
        return new ShardId(id, (int) (key.value() - first.value()));
    }
}
