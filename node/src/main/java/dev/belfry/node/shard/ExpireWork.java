package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import java.util.List;
import java.util.Optional;

/** The removal of a kept timer whose time is over. Confined to the shard's loop. */
final class ExpireWork implements Work {
    private final Shard shard;
    private final Expire expire;
    private final Expiry.Found found;

    ExpireWork(Shard shard, Expire expire, Expiry.Found found) {
        this.shard = shard;
        this.expire = expire;
        this.found = found;
    }

    @Override
    public TimerKey key() {
        return expire.key();
    }

    @Override
    public Optional<Mutation> mutation() {
        return Optional.of(expire);
    }

    @Override
    public boolean isOverdue() {
        return false;
    }

    @Override
    public void needless() {
        found.done();
    }

    @Override
    public void decided(Decision decision, List<Decision> followed) {
        shard.learn(decision);
        found.done();
    }

    @Override
    public void inDoubt() {}

    @Override
    public void refused(String message) {
        found.refused();
    }

    @Override
    public void abandoned(Outcome.Reason reason) {
        found.done();
    }

    @Override
    public int sizeBytes() {
        return expire.sizeBytes();
    }
}
