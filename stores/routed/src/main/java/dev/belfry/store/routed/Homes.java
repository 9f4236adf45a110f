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

    /** Rows of several databases are read one after the other, while shards may be moved. */
    private static final int LOOKS = 3;

    private final List<RoutedDatabase> databases;
    private final ShardRoute beginnings;
    private final Map<GroupId, Known> known = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();
    private final DueLooks due = new DueLooks();

    /** What was learned of a group, another version each time. */
    private record Known(long version, Map<ShardId, Home> homes) {
        private static final Known NOTHING = new Known(0, Map.of());
    }

    /** Rows of one database that are to be marked. */
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
        return Optional.ofNullable(of(shard.group()).homes().get(shard));
    }

    private Known of(GroupId group) {
        return known.getOrDefault(group, Known.NOTHING);
    }

    /** Another number whenever a shard of the group turned out to live elsewhere. */
    long versionOf(GroupId group) {
        return of(group).version();
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
     * @return whether every database answered; if not, the group is to be looked at again
     */
    boolean look(GroupId group) {
        var rows = new TreeMap<ShardId, ShardStanding>();
        boolean isWhole = true;
        for (var database : databases) {
            try {
                read(database, group, rows);
            } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
                // Its shards stay where they were.
                isWhole = false;
            }
        }
        learn(group, rows.values());
        due.looked(group, isWhole);
        return isWhole;
    }

    /** Looks at the groups that are due; a call that comes while another looks does nothing. */
    void lookAgain() {
        due.eachNext(known.keySet(), this::lookQuietly);
    }

    private void lookQuietly(GroupId group) {
        try {
            look(group);
        } catch (StoreException.Rejected _) {
            // A row that can not be read; whoever opens the group is told. The next round comes.
        }
    }

    /** Asks its database whether a shard still lives there; if it does not, all are asked. */
    boolean verify(ShardId shard) {
        boolean isThere =
                databases.stream()
                        .filter(database -> isIn(database, shard))
                        .anyMatch(database -> has(database, shard));
        if (!isThere) {
            look(shard.group());
        }
        return isThere;
    }

    private boolean has(RoutedDatabase database, ShardId shard) {
        var row = database.store().leases().shard(shard);
        return row.arriving().isPresent() ? of(database).opens(row) : row.moved().isEmpty();
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
    private synchronized void learn(GroupId group, Collection<ShardStanding> all) {
        var former = of(group);
        var homes = new HashMap<>(former.homes());
        for (var rows : all) {
            rows.home(beginnings).ifPresent(home -> homes.put(rows.shard(), home));
        }
        if (former.version() == 0 || !former.homes().equals(homes)) {
            known.put(group, new Known(former.version() + 1, Map.copyOf(homes)));
            version.incrementAndGet();
        }
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

    /** Rows that were never claimed, of shards that live elsewhere. */
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
