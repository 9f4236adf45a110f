package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Departure;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The owner of a shard that is moved, in its plainest form: what a node's loop does. Confined to
 * one thread.
 */
final class SourceOwner implements Departure {
    private final TimerStore store;
    private final ClaimResult.Claimed claimed;
    private final SequencedMap<TimerKey, CopyIn> changes = new LinkedHashMap<>();
    private final List<AttemptUnderWay> underWay = new ArrayList<>();
    private final List<Kept> answers = new ArrayList<>(List.of(Kept.ALL));
    private State state = State.LOST;
    private Instant mark;
    private long sequence;

    private SourceOwner(TimerStore store, ClaimResult.Claimed claimed) {
        this.store = store;
        this.claimed = claimed;
        this.mark = claimed.mark();
    }

    /** Takes a shard that stands like this, if it still does. */
    static Optional<SourceOwner> claim(
            TimerStore store, ShardRow seen, Incarnation node, long token) {
        var result = store.leases().claim(List.of(Claim.of(seen, node, token))).getFirst();
        return result instanceof ClaimResult.Claimed claimed
                ? Optional.of(new SourceOwner(store, claimed))
                : Optional.empty();
    }

    ShardId shard() {
        return claimed.lease().shard();
    }

    ClaimResult.Claimed claimed() {
        return claimed;
    }

    void mark(Instant newMark) {
        mark = newMark;
    }

    /** It has an attempt under way, which it hands over when it lets go. */
    void attempts(AttemptUnderWay attempt) {
        underWay.add(attempt);
    }

    /** What became of changes; none once it has let go, or has lost the shard. */
    Optional<List<Decision>> commit(Mutation... mutations) {
        if (state == State.GIVEN) {
            return Optional.empty();
        }
        var commit =
                new ShardCommit(claimed.lease(), sequence + 1, mark, false, List.of(mutations));
        return switch (store.timers().commit(List.of(commit)).getFirst()) {
            case CommitResult.Committed(var decisions, var followed) -> {
                sequence++;
                assertThat(followed).isEmpty();
                decisions.forEach(this::note);
                yield Optional.of(decisions);
            }
            case CommitResult.LeaseLost() -> {
                state = State.LOST;
                yield Optional.empty();
            }
        };
    }

    private void note(Decision decision) {
        keyOf(decision.after())
                .or(() -> keyOf(decision.before()))
                .ifPresent(key -> changes.putLast(key, new CopyIn(key, decision.after())));
    }

    private static Optional<TimerKey> keyOf(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(timer.key());
            case Entry.Kept(var kept) -> Optional.of(kept.timer().key());
        };
    }

    @Override
    public void watch() {
        changes.clear();
        state = State.WATCHING;
        var _ = commit();
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public List<CopyIn> changes(int most) {
        var some = changes.values().stream().limit(most).toList();
        some.forEach(change -> changes.remove(change.key()));
        return some;
    }

    /** What it says when it is asked; the last answer stays. */
    void answers(Kept... inOrder) {
        answers.clear();
        answers.addAll(List.of(inOrder));
    }

    @Override
    public Kept kept(String target) {
        return answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
    }

    @Override
    public void give() {
        if (state == State.WATCHING) {
            state = State.GIVEN;
        }
    }

    @Override
    public Release farewell() {
        return new Release(claimed.lease(), mark, underWay);
    }
}
