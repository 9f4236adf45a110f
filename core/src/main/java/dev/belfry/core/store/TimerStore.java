package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Optional;

/**
 * The storage contract: durable timers by shard, and the fence that lets one owner at a time write
 * a shard. Calls block; a store is thread-safe.
 *
 * <p>Each concern is an interface of its own, so that whatever stands before a store hands through
 * in one line what it does not change.
 *
 * <p>Everything a {@link ShardCommit} touches lies in one shard, so that the weakest of databases
 * can keep the promises below. No layer below this interface re-sends a write unless the store
 * applies it once.
 *
 * <p>Every call may throw {@link StoreException.Unavailable}: nothing was written. Calls that write
 * may throw {@link StoreException.OutcomeUnknown}: they may have happened, and may yet happen until
 * the shard is claimed again. {@link StoreException.Rejected} says that the data of a call can not
 * be stored, or a row that it needs can not be read, and that nothing of it was written. A call
 * about a shard of a group that was never opened is a mistake of the caller: {@link
 * IllegalStateException}.
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

    /**
     * Why its database is not used at the moment although it answers, in words for the operator: it
     * takes no writes, or would lose what it acknowledges.
     */
    default Optional<String> refusal() {
        return Optional.empty();
    }

    /**
     * What was chosen for its database and may lose or stop something, in words for the operator.
     */
    default Optional<String> weakness() {
        return Optional.empty();
    }

    /** Its pools of connections, always the same ones in the same order. */
    default List<PoolUse> pools() {
        return List.of();
    }

    /** The databases behind it, each with its shards; a store on one database is that one. */
    default List<Territory> territories() {
        return List.of(new Territory("", this, _ -> true));
    }

    /**
     * Looks in which of its databases the shards of a group live, which may have been moved.
     *
     * @return whether every database answered
     */
    default boolean lookAtHomes(GroupId group) {
        return true;
    }

    /**
     * Looks again at groups for which a database did not answer, and in a slow round at all: what
     * others have moved is found also if nobody says so. To be called once a second; blocks.
     */
    default void lookAtHomesAgain() {}

    /** What an owner reads and writes: the timers of its shards. */
    ShardTimers timers();

    /** Which shards there are, and who may write them. */
    ShardLeases leases();

    /** Who shares the store. */
    NodeRows nodes();

    /** Small documents; a store of several databases has them in the first. */
    StoredRecords records();

    /** Which groups do not fire. */
    default GroupPauses pauses() {
        return new GroupPauses(territories().stream().map(it -> it.store().records()).toList());
    }

    /** Which groups there are. */
    default GroupCatalog catalog() {
        return new GroupCatalog(records());
    }

    /** What people look at: lists and counts of whole groups. */
    GroupLists lists();

    /** Ends all use; waits for calls under way, throws nothing. */
    @Override
    void close();
}
