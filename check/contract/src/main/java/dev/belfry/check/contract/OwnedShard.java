package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/** A claimed shard with its lease and its running sequence of commits. Confined to one thread. */
public final class OwnedShard {
    public static final PageLimit NO_LIMIT = new PageLimit(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final StoreFixture fixture;
    private final ClaimResult.Claimed claimed;
    private Instant mark;
    private long sequence;

    OwnedShard(StoreFixture fixture, ClaimResult.Claimed claimed) {
        this.fixture = fixture;
        this.claimed = claimed;
        this.mark = claimed.mark();
    }

    public StoreFixture fixture() {
        return fixture;
    }

    public TimerStore store() {
        return fixture.store();
    }

    public ClaimResult.Claimed claimed() {
        return claimed;
    }

    public Lease lease() {
        return claimed.lease();
    }

    public ShardId id() {
        return lease().shard();
    }

    public ShardRow row() {
        return fixture.row(id());
    }

    /** The mark that the following commits carry. */
    public void mark(Instant newMark) {
        mark = newMark;
    }

    /** The next commit, not yet sent. */
    public ShardCommit next(Mutation... mutations) {
        return next(List.of(mutations));
    }

    public ShardCommit next(List<? extends Mutation> mutations) {
        sequence++;
        return new ShardCommit(lease(), sequence, mark, false, List.copyOf(mutations));
    }

    /** Commits and sees that it succeeds. */
    public List<Decision> commit(Mutation... mutations) {
        return commit(List.of(mutations));
    }

    public List<Decision> commit(List<? extends Mutation> mutations) {
        return committed(send(next(mutations)));
    }

    public Decision apply(Mutation mutation) {
        return commit(mutation).getFirst();
    }

    /** Applies and returns the pending timer that it leaves. */
    public Timer schedule(Mutation mutation) {
        return apply(mutation).after().pending().orElseThrow();
    }

    /** Applies and returns the kept timer that it leaves. */
    public KeptTimer keep(Mutation mutation) {
        return ((Entry.Kept) apply(mutation).after()).kept();
    }

    public CommitResult send(ShardCommit commit) {
        return store().timers().commit(List.of(commit)).getFirst();
    }

    public CommitResult attempt(Mutation... mutations) {
        return send(next(mutations));
    }

    public void storeMark(Instant newMark) {
        mark = newMark;
        sequence++;
        committed(send(new ShardCommit(lease(), sequence, mark, true, List.of())));
    }

    public void release(AttemptUnderWay... underWay) {
        store().leases().release(List.of(new Release(lease(), mark, List.of(underWay))));
    }

    /** Claims again from the own lease, as an owner does after an unknown outcome. */
    public OwnedShard claimAgain() {
        return fixture.own(Claim.again(lease(), StoreFixture.NODE, fixture.newToken()));
    }

    public Entry find(String id) {
        return store().timers().find(id(), new TimerKey(id().group(), id));
    }

    public List<Timer> rows() {
        return page(PositionRange.from(Position.START), NO_LIMIT).timers();
    }

    public List<String> ids() {
        return rows().stream().map(timer -> timer.key().id()).toList();
    }

    public Page page(PositionRange range, PageLimit limit) {
        return store().timers().page(id(), range, limit);
    }

    public static List<Decision> committed(CommitResult result) {
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return ((CommitResult.Committed) result).decisions();
    }
}
