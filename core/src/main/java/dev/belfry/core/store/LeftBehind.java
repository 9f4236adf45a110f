package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import java.util.random.RandomGenerator;

/**
 * What a shard that was moved has left in the database it came from: nobody reads it any more, and
 * it is removed step by step. Calls block. Confined to one thread at a time.
 *
 * <p>The mark stays, under another lease. A move back claims that row, and so fences whoever still
 * removes.
 */
public final class LeftBehind {
    private final MarkedShard shard;
    private final ShardClearing clearing;
    private boolean isClaimed;

    /** What a step came to. */
    public enum Progress {
        UNDER_WAY,
        REMOVED,
        /** The shard is here or on its way, or somebody else removes it. */
        OVER
    }

    public LeftBehind(TimerStore store, Group group, ShardId id, RandomGenerator random) {
        this.shard = new MarkedShard(store, random, id);
        this.clearing = new ShardClearing(store, group, id, shard);
    }

    /** Does a bounded piece of work; to be called again after it failed. */
    public Progress step() {
        if (!isClaimed) {
            var row = shard.row();
            isClaimed =
                    row.moved().isPresent() && shard.claim(row, row.moved().orElseThrow().mark());
            return isClaimed ? Progress.UNDER_WAY : Progress.OVER;
        }
        return switch (clearing.step()) {
            case UNDER_WAY -> Progress.UNDER_WAY;
            case EMPTY -> Progress.REMOVED;
            case LOST -> Progress.OVER;
        };
    }
}
