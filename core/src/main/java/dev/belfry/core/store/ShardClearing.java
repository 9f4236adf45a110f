package dev.belfry.core.store;

import dev.belfry.core.mutation.Drop;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;

/**
 * Removes all that a database holds of a shard which does not live there, page by page. Confined to
 * one thread at a time.
 */
final class ShardClearing {
    private final TimerStore store;
    private final ShardId id;
    private final MarkedShard shard;
    private final KeptOfShard kept;
    private boolean isPendingGone;

    /** What a step came to. */
    enum Progress {
        UNDER_WAY,
        EMPTY,
        /** Somebody else has the shard. */
        LOST
    }

    /**
     * @param shard held under a mark
     */
    ShardClearing(TimerStore store, Group group, ShardId id, MarkedShard shard) {
        this.store = store;
        this.id = id;
        this.shard = shard;
        this.kept = new KeptOfShard(store, group, id);
    }

    Progress step() {
        if (!isPendingGone) {
            return clearPending();
        }
        var page = kept.next();
        if (!shard.commit(page.stream().map(one -> new Drop(one.timer().key())).toList())) {
            return Progress.LOST;
        }
        kept.advance();
        return kept.isAtEnd() ? Progress.EMPTY : Progress.UNDER_WAY;
    }

    /** From the start each time: what was read is gone. */
    private Progress clearPending() {
        var page = store.timers().page(id, PositionRange.from(Position.START), limit(store));
        var drops = page.timers().stream().map(Timer::key).map(Drop::new).toList();
        isPendingGone = page.timers().isEmpty() && page.knownUntil().equals(Position.END);
        return shard.commit(drops) ? Progress.UNDER_WAY : Progress.LOST;
    }

    static PageLimit limit(TimerStore store) {
        var limits = store.limits();
        return new PageLimit(limits.mutationsPerShard(), limits.bytesPerShard());
    }
}
