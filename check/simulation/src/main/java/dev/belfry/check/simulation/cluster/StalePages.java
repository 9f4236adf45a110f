package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.ForwardingStore;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A store whose pages now and then miss what was written a moment ago, or show rows that were
 * settled a moment ago, as a read from a lagging replica would. The contract forbids it; the
 * auditor must heal what is missing all the same. Nothing but the contract keeps a row from being
 * fired that is not there any more: such a timer is not judged, all others are.
 */
final class StalePages extends ForwardingStore {
    private static final double RATE = 0.01;
    private static final Duration LAG = Duration.ofSeconds(2);

    private final SimulatedCluster cluster;
    private final Deque<Former> formers = new ArrayDeque<>();
    private boolean calm;

    /** A row that was settled. */
    private record Former(ShardId shard, Timer row, Instant until) {
        boolean isIn(ShardId other, PositionRange range, Position end) {
            return shard.equals(other)
                    && !row.position().isBefore(range.fromInclusive())
                    && row.position().isBefore(end);
        }
    }

    StalePages(TimerStore real, SimulatedCluster cluster) {
        super(real);
        this.cluster = cluster;
    }

    void calm() {
        calm = true;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        var results = super.commit(commits);
        for (int i = 0; i < commits.size(); i++) {
            if (results.get(i) instanceof CommitResult.Committed(var decisions, _)) {
                watch(commits.get(i), decisions);
            }
        }
        return results;
    }

    private void watch(ShardCommit commit, List<Decision> decisions) {
        for (int i = 0; i < decisions.size(); i++) {
            watch(commit.lease().shard(), commit.mutations().get(i).key(), decisions.get(i));
        }
    }

    private void watch(ShardId shard, TimerKey key, Decision decision) {
        var now = cluster.scribe().now();
        formers.removeIf(former -> former.until().isBefore(now) || former.row().key().equals(key));
        if (decision.verdict() == Verdict.SETTLED) {
            decision.before()
                    .pending()
                    .ifPresent(row -> formers.add(new Former(shard, row, now.plus(LAG))));
        }
        if (decision.verdict() == Verdict.EXPIRED) {
            cluster.scribe().struck(Strike.KEPT_EXPIRED);
        }
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var page = super.page(shard, range, limit);
        if (page.knownUntil().isBefore(range.untilExclusive())) {
            cluster.scribe().struck(Strike.WINDOW_SMALL);
        }
        if (calm || !cluster.chance().of(RATE)) {
            return page;
        }
        return cluster.chance().of(0.5) ? stale(page) : withFormers(page, shard, range);
    }

    private Page stale(Page page) {
        var since = cluster.scribe().now().minus(LAG);
        var old = page.timers().stream().filter(t -> t.updatedAt().isBefore(since)).toList();
        if (!cluster.has(Strike.STALE_PAGE) || old.size() == page.timers().size()) {
            return page;
        }
        struck(Strike.STALE_PAGE);
        return new Page(old, page.knownUntil());
    }

    private Page withFormers(Page page, ShardId shard, PositionRange range) {
        var now = cluster.scribe().now();
        var rows = new TreeMap<Position, Timer>();
        formers.stream()
                .filter(former -> !former.until().isBefore(now))
                .filter(former -> former.isIn(shard, range, page.knownUntil()))
                .forEach(former -> rows.put(former.row().position(), former.row()));
        if (!cluster.has(Strike.STALE_PAGE_OLD_ROWS) || rows.isEmpty()) {
            return page;
        }
        struck(Strike.STALE_PAGE_OLD_ROWS);
        cluster.scribe().misled(rows.values().stream().map(Timer::key).toList());
        page.timers().forEach(row -> rows.put(row.position(), row));
        return new Page(List.copyOf(rows.values()), page.knownUntil());
    }

    private void struck(Strike strike) {
        cluster.scribe().struck(strike);
        cluster.scribe().fault(FaultKind.STORE_OUTAGE, Duration.ofSeconds(10), Set.of());
    }
}
