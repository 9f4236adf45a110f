package dev.belfry.core.store;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The end of all leases in one database, after it was restored. Calls block; confined to one
 * thread.
 *
 * <p>The rows of a restored database name leases of before the backup. Whoever held one and was
 * forgotten, such as a paused virtual machine, would go on writing under it. So each shard is
 * claimed and released: its epoch rises, its token is new, its mark and the attempts handed over
 * stay. Marks of moved and closed shards are no leases, and a shard that was never claimed has
 * none. A shard that is on its way into this database is written under its mark: that is claimed
 * again and stays. Idempotent: after a failure it is begun anew.
 */
public final class LeaseFence {
    private static final NodeId NAME = new NodeId("lease-fence");

    /** Owners that come in between so often are alive. */
    private static final int TURNS = 20;

    /** Shards in one call: bounds its time. */
    private static final int MOST = 4_096;

    private final TimerStore store;
    private final RandomGenerator random;
    private final Incarnation self;
    private int fenced;

    /**
     * @param store of one database
     * @param random for tokens
     */
    public LeaseFence(TimerStore store, RandomGenerator random) {
        this.store = store;
        this.random = random;
        this.self = new Incarnation(NAME, random.nextLong());
    }

    /**
     * Nodes are evicted first: one that acts yet gives up its shards at its next sign of life.
     *
     * @return how many shards were fenced
     * @throws StoreException.Unavailable if nodes take shards as fast as they are fenced
     */
    public int raise() {
        var _ = store.nodes().members().nodes().stream().map(store.nodes()::evict).toList();
        store.leases().shardCounts().forEach((id, count) -> raise(Group.of(id.value(), count)));
        return fenced;
    }

    private void raise(Group group) {
        store.leases().openGroup(group);
        var left = leased(store.leases().shards(group.id()));
        for (int turn = 0; !left.isEmpty(); turn++) {
            if (turn == TURNS) {
                throw new StoreException.Unavailable(
                        "nodes take the shards of %s all the time: stop them"
                                .formatted(group.id()));
            }
            left = leased(raise(left));
        }
    }

    private static List<ShardRow> leased(List<ShardRow> rows) {
        return rows.stream()
                .filter(row -> row.epoch().compareTo(Epoch.ZERO) > 0)
                .filter(row -> row.moved().isEmpty() && row.closed().isEmpty())
                .toList();
    }

    /** Says how those stand that somebody else has taken in between. */
    private List<ShardRow> raise(List<ShardRow> rows) {
        var refused = new ArrayList<ShardRow>();
        for (int from = 0; from < rows.size(); from += MOST) {
            var some = rows.subList(from, Math.min(rows.size(), from + MOST));
            var releases = new ArrayList<Release>();
            var results = claim(some);
            for (int i = 0; i < some.size(); i++) {
                switch (results.get(i)) {
                    case ClaimResult.Claimed claimed -> {
                        fenced++;
                        if (some.get(i).arriving().isEmpty()) {
                            releases.add(release(claimed));
                        }
                    }
                    case ClaimResult.Refused(var current) -> refused.add(current);
                }
            }
            store.leases().release(releases);
        }
        return refused;
    }

    private static Release release(ClaimResult.Claimed claimed) {
        return new Release(claimed.lease(), claimed.mark(), claimed.handedOver());
    }

    private List<ClaimResult> claim(List<ShardRow> rows) {
        return store.leases().claim(rows.stream().map(this::claim).toList());
    }

    private Claim claim(ShardRow row) {
        return Claim.of(row, row.arriving().map(Arriving::mark).orElse(self), random.nextLong());
    }
}
