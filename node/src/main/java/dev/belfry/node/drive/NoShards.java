package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.node.member.Roster;
import java.time.Duration;
import java.util.List;

/** What a node has before it starts. Immutable. */
record NoShards() implements ShardSupply {
    @Override
    public Roster roster() {
        return Roster.NOBODY;
    }

    @Override
    public void start() {}

    @Override
    public void serve(List<Group> groups) {}

    @Override
    public void homesChanged() {}

    @Override
    public void beatAtOnce() {}

    @Override
    public void closed(ShardId shard) {}

    @Override
    public void retire(Duration patience) {}

    @Override
    public void leave(Duration patience) {}

    @Override
    public void close() {}
}
