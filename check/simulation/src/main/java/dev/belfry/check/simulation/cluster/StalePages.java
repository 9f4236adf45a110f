package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.ForwardingStore;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import java.time.Duration;
import java.util.Set;

/**
 * A store whose pages now and then miss what was written a moment ago, as a read from a lagging
 * replica would. The contract forbids it; the auditor must heal it all the same.
 */
final class StalePages extends ForwardingStore {
    private static final double RATE = 0.01;
    private static final Duration LAG = Duration.ofSeconds(2);

    private final SimulatedCluster cluster;
    private boolean calm;

    StalePages(TimerStore real, SimulatedCluster cluster) {
        super(real);
        this.cluster = cluster;
    }

    void calm() {
        calm = true;
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var page = super.page(shard, range, limit);
        return !calm && cluster.chance().of(RATE) ? stale(page) : page;
    }

    private Page stale(Page page) {
        var since = cluster.scribe().now().minus(LAG);
        var old = page.timers().stream().filter(t -> t.updatedAt().isBefore(since)).toList();
        if (old.size() < page.timers().size()) {
            cluster.scribe().struck(Strike.STALE_PAGE);
            cluster.scribe().fault(FaultKind.STORE_OUTAGE, Duration.ofSeconds(10), Set.of());
        }
        return new Page(old, page.knownUntil());
    }
}
