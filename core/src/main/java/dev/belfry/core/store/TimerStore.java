package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The storage contract: durable timers by shard, and the fence that lets one owner at a time write
 * a shard. Calls block; a store is thread-safe.
 *
 * <p>Everything a {@link ShardCommit} touches lies in one shard, so that the weakest of databases
 * can keep the promises below. No layer below this interface re-sends a write unless the store
 * applies it once.
 *
 * <p>Every call may throw {@link StoreException.Unavailable}: nothing was written. Calls that write
 * may throw {@link StoreException.OutcomeUnknown}: they may have happened, and may yet happen until
 * the shard is claimed again. {@link StoreException.Rejected} says that the data of a call can not
 * be stored, and that nothing of it was. A call about a shard of a group that was never opened is a
 * mistake of the caller: {@link IllegalStateException}.
 */
public interface TimerStore extends AutoCloseable {
    /** What the store takes at once. */
    StoreLimits limits();

    /**
     * Whether several nodes may use it at the same time, and so have to share the shards. A store
     * that is embedded in its one node has no members.
     */
    boolean isShared();

    /**
     * Whether it has met a failure after which it takes no writes until it is opened anew. A store
     * that heals by itself is never broken.
     */
    default boolean isBroken() {
        return false;
    }

    /** The databases behind it, each with its shards; a store on one database is that one. */
    default List<Territory> territories() {
        return List.of(new Territory("", this, _ -> true));
    }

    /** The shard count of every group that was ever opened, as the store remembers it. */
    Map<GroupId, Integer> shardCounts();

    /**
     * Makes a group ready for use. The first call creates its shards, unowned at epoch zero; the
     * store remembers the shard count for ever. Idempotent, also when several nodes call at once.
     *
     * @throws StoreException.Rejected if the group exists with another shard count: it would lose
     *     every timer's address
     */
    void openGroup(Group group);

    /** The shards of an open group in order of index; what it shows may be changing. */
    List<ShardRow> shards(GroupId group);

    /**
     * Claims shards, each only if its epoch and token are as the claimer saw them; a result for
     * each, in order. Of several claims from one state exactly one succeeds. A claim raises the
     * epoch by one, sets the token and the owner, hands out the list of the last release once and
     * clears it. When it returns, no write under an earlier lease is or becomes visible that was
     * not visible then. One claim does not wait for another.
     *
     * <p>After an unknown outcome, {@link #shards} shows the claim's token if it succeeded.
     */
    List<ClaimResult> claim(List<Claim> claims);

    /**
     * Gives up shards, each under its lease: raises the epoch, clears the owner, stores the mark
     * and the attempts under way. A release under a lost lease changes nothing and is no error.
     */
    void release(List<Release> releases);

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

    /** The pending timers of a whole group in order of position. For people: it may be slow. */
    List<Timer> browse(Group group, PositionRange range, int limit);

    /** The pending timers of a correlation id in order of position, from a position on. */
    List<Timer> correlated(Group group, String correlationId, Position fromInclusive, int limit);

    /** The kept timers of a group, the latest settled first. For people: it may be slow. */
    List<KeptTimer> kept(Group group, KeptQuery query);

    /**
     * Kept timers of a shard whose time is over, for the owner to {@link
     * dev.belfry.core.mutation.Expire}. Empty on a store that removes them by itself.
     */
    List<KeptTimer> expired(ShardId shard, Instant now, int limit);

    /** How many timers each shard of a group holds, counting no further than the cap. */
    List<ShardCounts> counts(Group group, int cap);

    /** Writes a pause down; the last one stays. Idempotent. */
    void pause(Pause pause);

    /** Takes a group's pause away, if it has one. Idempotent. */
    void resume(GroupId group);

    /** All pauses in force: as new as the last one acknowledged before the call. */
    List<Pause> pauses();

    /** Shows a node to the others, in place of any earlier incarnation of the same node. */
    void join(NodeRow node);

    /**
     * Writes a node's sign of life, and whatever else has changed in its row, if the row is still
     * there with this incarnation.
     *
     * @return the store's clock; empty if the node was evicted, and must not act as a member
     */
    Optional<Instant> beat(NodeRow node);

    /** All nodes that have joined and neither left nor been evicted. */
    Members members();

    /**
     * Removes a node whose last beat is still the one that was seen.
     *
     * @return whether it is gone; a node that has beaten since can not be evicted
     */
    boolean evict(NodeRow seen);

    /** Removes a node's own row. Idempotent. */
    void leave(Incarnation incarnation);

    /** Ends all use; waits for calls under way, throws nothing. */
    @Override
    void close();
}
