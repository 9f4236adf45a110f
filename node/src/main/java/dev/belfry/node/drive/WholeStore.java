package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.EngineClock;
import dev.belfry.node.member.FirstSightings;
import dev.belfry.node.member.Roster;
import dev.belfry.node.member.ShardHolder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All shards of a store that no other node uses. Thread-safe. */
final class WholeStore implements ShardSupply {
    private static final int SECONDS_TO_TRY_AGAIN = 1;

    private final NodeRow self;
    private final Territory territory;
    private final ShardHolder loops;
    private final Executor storeThreads;
    private final EngineClock clock;

    /** Of marks that are open. */
    private final FirstSightings sightings;

    /** Groups of which some shard may be held by no loop. */
    private final Set<GroupId> lacking = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean isDue = new AtomicBoolean();
    private volatile Map<GroupId, Group> groups = Map.of();
    private volatile Roster roster = Roster.NOBODY;
    private volatile boolean retired;

    WholeStore(
            NodeRow self,
            Territory territory,
            ShardHolder loops,
            Executor storeThreads,
            EngineClock clock,
            FirstSightings sightings) {
        this.self = self;
        this.territory = territory;
        this.loops = loops;
        this.storeThreads = storeThreads;
        this.clock = clock;
        this.sightings = sightings;
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
        placeAll();
        before.values().stream()
                .filter(group -> !groups.containsKey(group.id()))
                .forEach(group -> loops.release(group.shards()));
        for (var group : wanted) {
            var known = before.get(group.id());
            if (known == null) {
                lacking.add(group.id());
            } else if (!known.equals(group)) {
                loops.regroup(group);
            }
        }
        acquireLacking();
    }

    private void placeAll() {
        roster = Roster.alone(self, groups.values(), territory.homes());
    }

    @Override
    public synchronized void homesChanged() {
        placeAll();
        lacking.addAll(groups.keySet());
        acquireAfter(storeThreads);
    }

    /** What could not be taken whole is looked at again. */
    private synchronized void acquireLacking() {
        isDue.set(false);
        lacking.retainAll(groups.keySet());
        if (!retired && !lacking.isEmpty()) {
            acquire(List.copyOf(lacking));
        }
        if (!lacking.isEmpty()) {
            acquireAfter(
                    CompletableFuture.delayedExecutor(
                            SECONDS_TO_TRY_AGAIN, TimeUnit.SECONDS, storeThreads));
        }
    }

    private void acquire(List<GroupId> ids) {
        ids.forEach(lacking::remove);
        try {
            territory.store().leases().shards(ids).stream()
                    .filter(row -> territory.homes().holds(row.shard()))
                    .collect(Collectors.groupingBy(row -> row.shard().group()))
                    .forEach(this::acquire);
        } catch (StoreException _) {
            lacking.addAll(ids);
        }
    }

    /** What a loop holds already it does not claim again; what is not open yet will be. */
    private void acquire(GroupId id, List<ShardRow> rows) {
        loops.acquire(
                Objects.requireNonNull(groups.get(id)),
                rows.stream().filter(this::isToTake).toList(),
                self.incarnation());
        if (rows.stream().anyMatch(row -> row.closed().isPresent() || opens(row))) {
            lacking.add(id);
        }
    }

    private boolean isToTake(ShardRow row) {
        // Whoever moved it knows the attempts under way, and opens it if it lives.
        return opens(row)
                ? sightings.isLongAgo(row.owner().orElseThrow(), clock.nanos())
                : !row.isMarked();
    }

    private boolean opens(ShardRow row) {
        return territory.homes().opens(row);
    }

    @Override
    public void beatAtOnce() {}

    /** A group that is back before its shards were given back is taken anew. */
    @Override
    public void closed(ShardId shard) {
        if (groups.containsKey(shard.group())) {
            lacking.add(shard.group());
            acquireAfter(storeThreads);
        }
    }

    private void acquireAfter(Executor executor) {
        if (!retired && isDue.compareAndSet(false, true)) {
            executor.execute(this::acquireLacking);
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
