package dev.belfry.core.store;

import dev.belfry.core.mutation.Decision;
import java.util.List;

/** What became of one shard's part of a commit. */
public sealed interface CommitResult {
    /**
     * Durable.
     *
     * @param decisions one for each mutation, in order
     * @param followed what the mutations brought about under other keys
     */
    record Committed(List<Decision> decisions, List<Decision> followed) implements CommitResult {}

    /** The shard has another lease: nothing of this part was applied, and nothing will be. */
    record LeaseLost() implements CommitResult {}
}
