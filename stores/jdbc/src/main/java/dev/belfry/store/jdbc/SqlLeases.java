package dev.belfry.store.jdbc;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Claims and releases, many shards in one transaction. Immutable. */
final class SqlLeases implements ShardLeases {
    private final Transactions transactions;
    private final SqlGroups groups;
    private final SqlShards shards;

    SqlLeases(Transactions transactions, SqlGroups groups, Dialect dialect) {
        this.transactions = transactions;
        this.groups = groups;
        this.shards = new SqlShards(dialect);
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
        var open = groups.get(group);
        return transactions.read(session -> shards.ofGroup(session, open));
    }

    @Override
    public ShardRow shard(ShardId shard) {
        groups.lookUp(Stream.of(shard));
        var key = groups.keyOf(shard);
        return transactions.read(session -> shards.one(session, key, shard));
    }

    @Override
    public List<ShardRow> shards(Collection<GroupId> ids) {
        var open = groups.get(ids);
        return transactions.read(session -> shards.ofGroups(session, open));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        groups.lookUp(claims.stream().map(Claim::shard));
        return transactions.write(session -> claim(session, claims));
    }

    @Override
    public void release(List<Release> releases) {
        groups.lookUp(releases.stream().map(release -> release.lease().shard()));
        transactions.change(session -> release(session, releases));
    }

    private List<ClaimResult> claim(Session session, List<Claim> claims) throws SQLException {
        var rows = lock(session, claims.stream().map(Claim::shard).toList());
        var changed = new TreeMap<ShardKey, ShardRow>();
        var results = new ArrayList<ClaimResult>(claims.size());
        for (var claim : claims) {
            var key = groups.keyOf(claim.shard());
            var row = rows.get(key);
            if (row.epoch().equals(claim.seenEpoch()) && row.token() == claim.seenToken()) {
                results.add(new ClaimResult.Claimed(claim.lease(), row.mark(), row.handedOver()));
                rows.put(key, claimed(row, claim));
                changed.put(key, claimed(row, claim));
            } else {
                results.add(new ClaimResult.Refused(row));
            }
        }
        shards.update(session, changed);
        return results;
    }

    private void release(Session session, List<Release> releases) throws SQLException {
        transactions.requireKnownHistory();
        var rows = lock(session, releases.stream().map(r -> r.lease().shard()).toList());
        var changed = new TreeMap<ShardKey, ShardRow>();
        for (var release : releases) {
            var key = groups.keyOf(release.lease().shard());
            if (rows.get(key).isHeldUnder(release.lease())) {
                rows.put(key, released(rows.get(key), release));
                changed.put(key, rows.get(key));
            }
        }
        shards.update(session, changed);
    }

    private ShardRows lock(Session session, Collection<ShardId> ids) throws SQLException {
        var byKey = new TreeMap<ShardKey, ShardId>();
        ids.forEach(id -> byKey.put(groups.keyOf(id), id));
        var rows = new ShardRows();
        session.query(shards.lock(byKey, rows));
        return rows;
    }

    private static ShardRow claimed(ShardRow row, Claim claim) {
        return new ShardRow(
                row.shard(),
                row.epoch().next(),
                claim.token(),
                Optional.of(claim.owner()),
                row.mark(),
                List.of());
    }

    private static ShardRow released(ShardRow row, Release release) {
        return new ShardRow(
                row.shard(),
                row.epoch().next(),
                0,
                Optional.empty(),
                Instants.max(row.mark(), release.mark()),
                release.underWay());
    }
}
