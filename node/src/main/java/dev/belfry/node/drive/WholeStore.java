package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.member.Roster;
import dev.belfry.node.member.ShardHolder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All shards of a store that no other node uses. Thread-safe. */
final class WholeStore implements ShardSupply {
    private static final int SECONDS_TO_TRY_AGAIN = 1;

    private final NodeRow self;
    private final Territory territory;
    private final ShardHolder loops;
    private final Executor storeThreads;
    private volatile Map<GroupId, Group> groups = Map.of();
    private volatile Roster roster = Roster.NOBODY;
    private volatile boolean retired;

    WholeStore(NodeRow self, Territory territory, ShardHolder loops, Executor storeThreads) {
        this.self = self;
        this.territory = territory;
        this.loops = loops;
        this.storeThreads = storeThreads;
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public void start() {}

    /** In the caller's thread, which waits for the store. */
    @Override
    public synchronized void serve(List<Group> wanted) {
        var before = groups;
        groups = wanted.stream().collect(Collectors.toMap(Group::id, Function.identity()));
        roster = Roster.alone(self, wanted, territory.holds());
        before.values().stream()
                .filter(group -> !groups.containsKey(group.id()))
                .forEach(group -> loops.release(group.shards()));
        for (var group : wanted) {
            var known = before.get(group.id());
            if (known == null) {
                acquire(group);
            } else if (!known.equals(group)) {
                loops.regroup(group);
            }
        }
    }

    /** What a loop holds already it does not claim again. */
    private void acquire(Group group) {
        var rows =
                territory.store().leases().shards(group.id()).stream()
                        .filter(row -> territory.holds().test(row.shard()))
                        .filter(row -> !row.isMarked())
                        .toList();
        loops.acquire(group, rows, self.incarnation());
    }

    /** A group that is back before its shards were given back is taken anew. */
    @Override
    public void closed(ShardId shard) {
        if (!retired && groups.containsKey(shard.group())) {
            storeThreads.execute(() -> acquireAgain(shard.group()));
        }
    }

    private synchronized void acquireAgain(GroupId id) {
        var group = groups.get(id);
        if (group != null && !retired) {
            try {
                acquire(group);
            } catch (StoreException _) {
                CompletableFuture.delayedExecutor(
                                SECONDS_TO_TRY_AGAIN, TimeUnit.SECONDS, storeThreads)
                        .execute(() -> acquireAgain(id));
            }
        }
    }

    @Override
    public void retire(Duration patience) {
        retired = true;
    }

    @Override
    public void leave(Duration patience) {}

    @Override
    public void close() {
        retired = true;
    }
}
