package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import java.util.List;
import java.util.Optional;

/** A change that the engine itself wants and nobody waits for. Confined to the shard's loop. */
final class OwnWork implements Work {
    private final Shard shard;
    private final Mutation wanted;

    OwnWork(Shard shard, Mutation wanted) {
        this.shard = shard;
        this.wanted = wanted;
    }

    @Override
    public TimerKey key() {
        return wanted.key();
    }

    @Override
    public Optional<Mutation> mutation() {
        return Optional.of(wanted);
    }

    @Override
    public boolean isOverdue() {
        return false;
    }

    @Override
    public void needless() {}

    @Override
    public void decided(Decision decision, List<Decision> followed) {
        shard.learn(decision);
    }

    @Override
    public void inDoubt() {}

    @Override
    public void refused(String message) {
        wanted.expected().ifPresent(shard::free);
    }

    @Override
    public void abandoned(Outcome.Reason reason) {}

    @Override
    public int sizeBytes() {
        return wanted.sizeBytes();
    }
}
