package dev.belfry.core.store;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/**
 * The timers of a shard, as its owner works on them: the one way in which a timer is written, and
 * how it is read in order. Calls block; thread-safe.
 */
public interface ShardTimers {
    /**
     * Applies the parts of a group commit; a result for each, in order. Each part is atomic and
     * durable when this returns, and applies only under the shard's current lease; parts of one
     * call may be atomic together, and one part's lost lease does not hinder the others.
     *
     * <p>Each mutation is decided by {@link dev.belfry.core.mutation.Mutation#decide} on the entry
     * read under the fence, after the call began. A decision that changes nothing is fenced like
     * any other.
     *
     * @param commits a shard is in it once at most
     */
    List<CommitResult> commit(List<ShardCommit> commits);

    /**
     * The pending timers of a range in order of position, up to a limit. It shows every commit
     * acknowledged before the call began, and how far it reaches.
     */
    Page page(ShardId shard, PositionRange range, PageLimit limit);

    /** What is stored under a key: as new as the last commit acknowledged before the call. */
    Entry find(ShardId shard, TimerKey key);

    /**
     * Kept timers of a shard whose time is over, those that ended first before the others, for the
     * owner to {@link dev.belfry.core.mutation.Expire}. Empty on a store that removes them by
     * itself. Costs no more than what it gives, however many are kept.
     */
    List<TimerKey> expired(ShardId shard, Instant now, int limit);
}
