package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.Settlement;
import java.util.List;
import java.util.Optional;

/** The settlement of an attempt that has its reply. Confined to the shard's loop. */
final class SettleWork implements Work {
    private final Shard shard;
    private final UnderWay attempt;
    private final TimerKey key;
    private final ShardContext context;
    private final int sizeBytes;
    private Optional<Settle> settle = Optional.empty();

    SettleWork(Shard shard, UnderWay attempt, Timer row, ShardContext context) {
        this.shard = shard;
        this.attempt = attempt;
        this.key = row.key();
        this.sizeBytes = row.heapBytes();
        this.context = context;
    }

    @Override
    public TimerKey key() {
        return key;
    }

    /** Worked out late: changes queued before this one may have changed the row meanwhile. */
    @Override
    public Optional<Mutation> mutation() {
        settle =
                attempt.isSuperseded()
                        ? Optional.empty()
                        : attempt.row()
                                .flatMap(
                                        row -> attempt.result().map(result -> settle(row, result)));
        return settle.map(Mutation.class::cast);
    }

    private Settle settle(Timer row, AttemptResult result) {
        var stamp = context.revisions().next();
        var random = context.ports().random();
        return Settlement.settle(row, result, shard.group(), stamp, random);
    }

    @Override
    public boolean isOverdue() {
        return false;
    }

    @Override
    public void needless() {
        shard.forget(attempt);
    }

    @Override
    public void decided(Decision decision, List<Decision> followed) {
        attempt.settling(false);
        if (!isStillToSettle(decision)) {
            shard.forget(attempt);
        }
        shard.learn(decision);
        if (decision.verdict() == Verdict.SETTLED) {
            settle.ifPresent(context.ports().listener()::settled);
        }
    }

    /** The row has changed but waits for this very attempt: its settlement is worked out anew. */
    private boolean isStillToSettle(Decision decision) {
        return decision.after().pending().map(AttemptId::nextOf).equals(Optional.of(attempt.id()));
    }

    @Override
    public void inDoubt() {
        // The row will show whether it was applied: it is settled under its exact state only.
    }

    @Override
    public void refused(String message) {
        attempt.settling(false);
        shard.settlementRefused(attempt, key, message);
    }

    @Override
    public void abandoned(Outcome.Reason reason) {
        // The shard is gone and passes the reply on: the next owner finds the row as it was.
    }

    /** The row it settles is held in memory until then. */
    @Override
    public int sizeBytes() {
        return sizeBytes;
    }
}
