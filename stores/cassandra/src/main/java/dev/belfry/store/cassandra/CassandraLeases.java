package dev.belfry.store.cassandra;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Map;

/** The shards and who may write them. Immutable. */
final class CassandraLeases implements ShardLeases {
    private final CassandraGroups groups;
    private final CassandraShards shards;

    CassandraLeases(CassandraGroups groups, CassandraShards shards) {
        this.groups = groups;
        this.shards = shards;
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return groups.shardCounts();
    }

    @Override
    public void openGroup(Group group) {
        groups.open(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return Cql.PARALLEL.read(groups.known().shards(group), shards::read);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        claims.forEach(claim -> groups.known().known(claim.shard()));
        return Cql.PARALLEL.write(claims, shards::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        releases.forEach(release -> groups.known().known(release.lease().shard()));
        Cql.PARALLEL.write(
                releases,
                release -> {
                    shards.release(release);
                    return release;
                },
                _ -> true);
    }
}
