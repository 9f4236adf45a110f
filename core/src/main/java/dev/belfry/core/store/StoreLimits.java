package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

/**
 * What a store takes at once. The engine keeps within it; a store never splits a commit.
 *
 * @param mutationsPerShard in one shard's part of a commit
 * @param bytesPerShard of mutations in one shard's part of a commit, as {@code sizeBytes} counts; a
 *     single mutation may exceed it
 * @param shardsPerCommit in one call
 * @param parallelCalls that are worth making at the same time
 * @param parallelCommits of these, at most, but one for each loop: the fewer there are, the more
 *     changes share one
 */
public record StoreLimits(
        int mutationsPerShard,
        long bytesPerShard,
        int shardsPerCommit,
        int parallelCalls,
        int parallelCommits) {
    public StoreLimits {
        invariant(mutationsPerShard >= 1, "mutationsPerShard is %d", mutationsPerShard);
        invariant(bytesPerShard >= 1, "bytesPerShard is %d", bytesPerShard);
        invariant(shardsPerCommit >= 1, "shardsPerCommit is %d", shardsPerCommit);
        invariant(parallelCalls >= 1, "parallelCalls is %d", parallelCalls);
        invariant(
                parallelCommits >= 1 && parallelCommits <= parallelCalls,
                "parallelCommits is %d of %d",
                parallelCommits,
                parallelCalls);
    }
}
