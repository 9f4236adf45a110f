package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The shards of a store and who may write them: one owner at a time, by the fence of its lease.
 * Calls block; thread-safe.
 */
public interface ShardLeases {
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

    /** One shard of an open group, as new as the last change of it that was acknowledged. */
    default ShardRow shard(ShardId shard) {
        return shards(shard.group()).stream()
                .filter(row -> row.shard().equals(shard))
                .findFirst()
                .orElseThrow();
    }

    /** The same of several open groups, each group's shards together. */
    default List<ShardRow> shards(Collection<GroupId> groups) {
        return groups.stream().flatMap(group -> shards(group).stream()).toList();
    }

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
}
