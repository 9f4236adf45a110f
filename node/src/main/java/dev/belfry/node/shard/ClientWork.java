package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Fire;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.RedriveRun;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.Outcome.AttemptHint;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A change that a client asked for and waits for. Confined to the shard's loop. */
final class ClientWork implements Work {
    private final Shard shard;
    private final Mutation mutation;
    private final Ports ports;
    private final long deadlineNanos;
    private final Consumer<Outcome> answer;
    private boolean doubtful;

    ClientWork(
            Shard shard,
            Mutation mutation,
            Ports ports,
            long deadlineNanos,
            Consumer<Outcome> answer) {
        this.shard = shard;
        this.mutation = mutation;
        this.ports = ports;
        this.deadlineNanos = deadlineNanos;
        this.answer = answer;
    }

    @Override
    public TimerKey key() {
        return mutation.key();
    }

    @Override
    public Optional<Mutation> mutation() {
        return isOverdue() ? Optional.empty() : Optional.of(mutation);
    }

    @Override
    public boolean isOfClient() {
        return true;
    }

    @Override
    public boolean isOverdue() {
        return isLate() || isHopeless();
    }

    private boolean isLate() {
        return ports.clock().nanos() - deadlineNanos >= 0;
    }

    /**
     * Without proof of life others may own the shard soon, and whoever asked can go to them; one in
     * doubt waits for what the store shows when it is back.
     */
    private boolean isHopeless() {
        return !doubtful && !ports.proof().holds(shard.ownership().owner());
    }

    @Override
    public void needless() {
        abandoned(isLate() ? Outcome.Reason.DEADLINE : Outcome.Reason.NO_PROOF);
    }

    @Override
    public void decided(Decision decision, List<Decision> followed) {
        var hint = hint(decision, followed);
        shard.learn(decision);
        var told = mutation.told(decision, followed);
        ports.listener().decided(key().group(), told.verdict());
        answer.accept(isAmbiguous(told) ? new Outcome.Unknown() : new Outcome.Decided(told, hint));
    }

    /** After a doubt these verdicts may tell of our own earlier application. */
    private boolean isAmbiguous(Decision decision) {
        return doubtful
                && switch (decision.verdict()) {
                    case PRECONDITION_FAILED -> true;
                    case NOT_FOUND -> mutation instanceof Delete || mutation instanceof Fire;
                    case EXISTS -> isRedrive() || mutation instanceof Fire;
                    default -> false;
                };
    }

    private boolean isRedrive() {
        return mutation instanceof Redrive || mutation instanceof RedriveRun;
    }

    /** Of a timer and of the single runs that go with it, what is worst. */
    private AttemptHint hint(Decision decision, List<Decision> followed) {
        var worst = hint(decision);
        for (var one : followed) {
            var hint = hint(one);
            worst = hint.compareTo(worst) > 0 ? hint : worst;
        }
        return worst;
    }

    /** An attempt may also outlive its timer, when another one has settled it. */
    private AttemptHint hint(Decision decision) {
        if (decision.verdict() != Verdict.DELETED) {
            return AttemptHint.NONE;
        }
        return switch (decision.before()) {
            case Entry.Absent _ -> AttemptHint.NONE;
            case Entry.Pending(var timer) -> shard.hintFor(timer);
            case Entry.Kept(var kept) -> shard.hintFor(kept.timer());
        };
    }

    @Override
    public void inDoubt() {
        doubtful = true;
    }

    @Override
    public void refused(String message) {
        answer.accept(doubtful ? new Outcome.Unknown() : new Outcome.Refused(message));
    }

    @Override
    public void abandoned(Outcome.Reason reason) {
        answer.accept(doubtful ? new Outcome.Unknown() : new Outcome.NotApplied(reason));
    }

    @Override
    public int sizeBytes() {
        return mutation.sizeBytes();
    }
}
