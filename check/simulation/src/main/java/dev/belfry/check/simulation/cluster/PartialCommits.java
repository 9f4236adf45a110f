package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.ForwardingStore;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.util.List;

/**
 * A store that dies in the middle of a commit: some of its shards are written, and nobody knows.
 */
final class PartialCommits extends ForwardingStore {
    private final Chance chance;

    PartialCommits(TimerStore store, Chance chance) {
        super(store);
        this.chance = chance;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        super.commit(commits.stream().filter(_ -> chance.of(0.5)).toList());
        throw new StoreException.OutcomeUnknown("no answer");
    }
}
