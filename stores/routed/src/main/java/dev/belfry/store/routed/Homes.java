package dev.belfry.store.routed;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where shards live, as the databases remember it.
 *
 * <p>Every database has a row for every shard of a group. A shard lives where its row bears no
 * mark, or where it has just arrived by a move. Where it begins is said by the route: the rows of
 * the other databases are marked as {@link Moved}, by a claim from epoch zero. Of a mark and a
 * first owner only one can succeed, so that two nodes with different routes can never both own a
 * shard. What was ever claimed may have timers, and is never marked here. Thread-safe.
 */
final class Homes implements ShardRoute {
    /** Whoever marks first: the mark is the same. */
    private static final long TOKEN = 1;

    /**
     * ShardStanding of several databases are read one after the other, while shards may be moved.
     */
    private static final int LOOKS = 3;

    private final List<RoutedDatabase> databases;
    private final ShardRoute beginnings;
    private final Map<GroupId, Map<ShardId, Home>> known = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /** ShardStanding of one database that are to be marked. */
    private record Unmarked(RoutedDatabase database, List<ShardRow> rows) {}

    Homes(List<RoutedDatabase> databases, ShardRoute beginnings) {
        this.databases = databases;
        this.beginnings = beginnings;
    }

    // ---- as this node knows it

    @Override
    public String databaseOf(ShardId shard) {
        return find(shard).map(Home::database).orElseGet(() -> beginnings.databaseOf(shard));
    }

    @Override
    public boolean knows(GroupId group) {
        return known.containsKey(group) || beginnings.knows(group);
    }

    private Optional<Home> find(ShardId shard) {
        return Optional.ofNullable(known.get(shard.group())).map(group -> group.get(shard));
    }

    /** What this node knows of one of the databases. */
    LivingShards of(RoutedDatabase database) {
        return new LivingShards() {
            @Override
            public boolean holds(ShardId shard) {
                return isIn(database, shard);
            }

            @Override
            public boolean opens(ShardRow marked) {
                return find(marked.shard()).filter(home -> home.isOpening(marked)).isPresent()
                        && isIn(database, marked.shard());
            }

            @Override
            public long version() {
                return version.get();
            }
        };
    }

    /** A shard of a group that nothing is known of is in none. */
    boolean isIn(RoutedDatabase database, ShardId shard) {
        return knows(shard.group()) && databaseOf(shard).equals(database.name());
    }

    // ---- as the databases say it

    /**
     * Looks how the shards of a group stand; a database that is down changes nothing of what is
     * known.
     *
     * @return whether a shard lives elsewhere than this node thought
     */
    boolean look(GroupId group) {
        var rows = new TreeMap<ShardId, ShardStanding>();
        for (var database : databases) {
            try {
                read(database, group, rows);
            } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
                // Its shards stay where they were.
            }
        }
        return learn(group, rows.values());
    }

    private static void read(
            RoutedDatabase database, GroupId group, Map<ShardId, ShardStanding> rows) {
        database.store()
                .leases()
                .shards(group)
                .forEach(
                        row ->
                                rows.computeIfAbsent(row.shard(), ShardStanding::new)
                                        .add(database.name(), row));
    }

    /** The latest look counts; one that is older and comes later is put right by the next. */
    private synchronized boolean learn(GroupId group, Collection<ShardStanding> all) {
        var homes = new HashMap<>(known.getOrDefault(group, Map.of()));
        for (var rows : all) {
            rows.home(beginnings).ifPresent(home -> homes.put(rows.shard(), home));
        }
        var former = known.put(group, Map.copyOf(homes));
        if (former != null && former.equals(homes)) {
            return false;
        }
        version.incrementAndGet();
        return true;
    }

    /** Marks what lives elsewhere. Looks at every database before it writes to the first. */
    void settle(Group group) {
        var unmarked = check(group);
        unmarked.forEach(this::mark);
        if (!unmarked.isEmpty()) {
            invariant(check(group).isEmpty(), "shards of %s can not be marked", group.id());
        }
    }

    private List<Unmarked> check(Group group) {
        for (int look = 1; ; look++) {
            var rows = new TreeMap<ShardId, ShardStanding>();
            databases.forEach(database -> read(database, group.id(), rows));
            rows.values().forEach(ShardStanding::requireOtherNames);
            var homeless =
                    rows.values().stream().filter(one -> one.home(beginnings).isEmpty()).findAny();
            if (homeless.isEmpty()) {
                learn(group.id(), rows.values());
                return unmarked(rows.values());
            }
            if (look == LOOKS) {
                throw homeless.get().refusal();
            }
        }
    }

    /** ShardStanding that were never claimed, of shards that live elsewhere. */
    private List<Unmarked> unmarked(Collection<ShardStanding> all) {
        var unmarked = new ArrayList<Unmarked>();
        for (var database : databases) {
            var rows =
                    all.stream()
                            .flatMap(one -> one.in(database.name()).stream())
                            .filter(row -> row.epoch().equals(Epoch.ZERO))
                            .filter(row -> !isIn(database, row.shard()))
                            .toList();
            if (!rows.isEmpty()) {
                unmarked.add(new Unmarked(database, rows));
            }
        }
        return unmarked;
    }

    private void mark(Unmarked unmarked) {
        var claims =
                unmarked.rows().stream()
                        .map(row -> Claim.of(row, new Moved(databaseOf(row.shard())).mark(), TOKEN))
                        .toList();
        // One that is refused was taken meanwhile; the check that follows shows by whom.
        var _ = unmarked.database().store().leases().claim(claims);
    }

    /**
     * Before anything is opened: a database that is new to a group would remember a wrong count.
     */
    void requireSameCount(Group group) {
        for (var database : databases) {
            var known = database.store().leases().shardCounts().get(group.id());
            if (known != null && known != group.shardCount()) {
                throw StoreException.Rejected.otherShardCount(group, known);
            }
        }
    }
}
