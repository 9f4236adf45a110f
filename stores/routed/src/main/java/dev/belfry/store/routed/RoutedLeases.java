package dev.belfry.store.routed;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shards of all databases, each owned in the one it lives in. Thread-safe. */
record RoutedLeases(RoutedParts parts, Homes homes) implements ShardLeases {
    @Override
    public Map<GroupId, Integer> shardCounts() {
        var counts = new HashMap<GroupId, Integer>();
        parts.all(it -> it.store().leases().shardCounts()).forEach(counts::putAll);
        return Map.copyOf(counts);
    }

    @Override
    public void openGroup(Group group) {
        homes.requireSameCount(group);
        parts.inOrder(it -> it.store().leases().openGroup(group));
        homes.settle(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return parts.merged(it -> living(it, it.store().leases().shards(group)))
                .sorted(Comparator.comparing(ShardRow::shard))
                .toList();
    }

    @Override
    public ShardRow shard(ShardId shard) {
        return parts.of(shard).store().leases().shard(shard);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        return parts.split(claims, Claim::shard, (it, some) -> it.store().leases().claim(some));
    }

    @Override
    public void release(List<Release> releases) {
        var _ =
                parts.split(
                        releases,
                        release -> release.lease().shard(),
                        (it, some) -> {
                            it.store().leases().release(some);
                            return List.of();
                        });
    }

    private List<ShardRow> living(RoutedDatabase database, List<ShardRow> rows) {
        return rows.stream().filter(row -> homes.isIn(database, row.shard())).toList();
    }
}
