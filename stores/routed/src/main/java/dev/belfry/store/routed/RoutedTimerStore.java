package dev.belfry.store.routed;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Several databases behind one store, each with shards of its own: plain SQL servers scale out by
 * it. An engine uses each {@link Territory} for itself, so that one database that is down stops its
 * own shards only; what goes through this class is for clients, people and the start. Thread-safe.
 *
 * <p>Its records are those of the first database.
 */
public final class RoutedTimerStore implements TimerStore {
    private final List<RoutedDatabase> databases;
    private final ShardRoute route;
    private final Homes homes;
    private final RoutedParts parts;
    private final ShardLeases leases;

    public RoutedTimerStore(List<RoutedDatabase> databases, ShardRoute route) {
        invariant(!databases.isEmpty(), "a routed store without databases");
        this.databases = List.copyOf(databases);
        this.route = route;
        this.homes = new Homes(this.databases, route);
        this.parts = new RoutedParts(this.databases, homes);
        this.leases = new RoutedLeases(parts, homes);
    }

    /** The same databases by the same route, each behind something of the caller's. */
    public RoutedTimerStore decorated(UnaryOperator<RoutedDatabase> decoration) {
        return new RoutedTimerStore(databases.stream().map(decoration).toList(), route);
    }

    @Override
    public StoreLimits limits() {
        return databases.stream()
                .map(database -> database.store().limits())
                .reduce(RoutedTimerStore::smaller)
                .orElseThrow();
    }

    private static StoreLimits smaller(StoreLimits one, StoreLimits other) {
        return new StoreLimits(
                Math.min(one.mutationsPerShard(), other.mutationsPerShard()),
                Math.min(one.bytesPerShard(), other.bytesPerShard()),
                Math.min(one.shardsPerCommit(), other.shardsPerCommit()),
                Math.min(one.parallelCalls(), other.parallelCalls()),
                Math.min(one.parallelCommits(), other.parallelCommits()));
    }

    @Override
    public boolean isShared() {
        return databases.stream().anyMatch(database -> database.store().isShared());
    }

    @Override
    public boolean isBroken() {
        return databases.stream().anyMatch(database -> database.store().isBroken());
    }

    @Override
    public List<Territory> territories() {
        return databases.stream()
                .map(it -> new Territory(it.name(), it.store(), homes.of(it)))
                .toList();
    }

    @Override
    public boolean lookAtHomes(GroupId group) {
        return homes.look(group);
    }

    @Override
    public void lookAtHomesAgain() {
        homes.lookAgain();
    }

    @Override
    public ShardTimers timers() {
        return new RoutedTimers(parts);
    }

    @Override
    public ShardLeases leases() {
        return leases;
    }

    @Override
    public NodeRows nodes() {
        return new RoutedNodes(parts);
    }

    @Override
    public StoredRecords records() {
        return databases.getFirst().store().records();
    }

    @Override
    public GroupLists lists() {
        return new RoutedLists(parts);
    }

    @Override
    public void close() {
        databases.forEach(it -> it.store().close());
    }
}
