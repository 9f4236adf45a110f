package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Territory;
import dev.belfry.node.member.Roster;
import dev.belfry.node.member.ShardHolder;
import java.time.Duration;
import java.util.List;

/** All shards of a store that no other node uses. Immutable. */
record WholeStore(
        NodeRow self, Territory territory, List<Group> groups, ShardHolder loops, Roster roster)
        implements ShardSupply {
    static WholeStore of(NodeRow self, Territory territory, List<Group> groups, ShardHolder loops) {
        var alone = Roster.alone(self, groups, territory.holds());
        return new WholeStore(self, territory, groups, loops, alone);
    }

    @Override
    public void start() {
        for (var group : groups) {
            var rows =
                    territory.store().leases().shards(group.id()).stream()
                            .filter(row -> territory.holds().test(row.shard()))
                            .toList();
            loops.acquire(group, rows, self.incarnation());
        }
    }

    @Override
    public void closed(ShardId shard) {}

    @Override
    public void retire(Duration patience) {}

    @Override
    public void leave(Duration patience) {}

    @Override
    public void close() {}
}
