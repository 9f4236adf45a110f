package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.Lease;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/**
 * One shard's part of a group commit: applied whole or not at all.
 *
 * @param sequence counts the commits under this lease from one. A store whose driver or server may
 *     apply a call late or twice checks and raises it; others need not keep it
 * @param mark the shard's low-water mark: no row may be written before it
 * @param storeMark whether to write the mark down with this commit
 * @param mutations of different timers; may be empty, for a fenced round that changes nothing
 */
public record ShardCommit(
        Lease lease, long sequence, Instant mark, boolean storeMark, List<Mutation> mutations) {
    public ShardCommit {
        mutations = List.copyOf(mutations);
        var keys = HashSet.newHashSet(mutations.size());
        for (var mutation : mutations) {
            invariant(keys.add(mutation.key()), "%s twice in one commit", mutation.key());
        }
    }
}
