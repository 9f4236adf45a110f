package dev.belfry.store.routed;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where shards live, as the databases remember it.
 *
 * <p>Every database has a row for every shard of a group. The row of a shard that lives elsewhere
 * is marked as {@link Moved}, by a claim from epoch zero: of a mark and a first owner only one can
 * succeed, so that two nodes with different routes can never both own a shard. What was ever
 * claimed may have timers, and is never marked here. Thread-safe.
 */
final class Homes {
    /** Whoever marks first: the mark is the same. */
    private static final long TOKEN = 1;

    private final List<RoutedDatabase> databases;
    private final ShardRoute route;

    /** Rows of one database that are to be marked. */
    private record Unmarked(RoutedDatabase database, List<ShardRow> rows) {}

    Homes(List<RoutedDatabase> databases, ShardRoute route) {
        this.databases = databases;
        this.route = route;
    }

    /** Looks at every database before it writes to the first. */
    void settle(Group group) {
        var unmarked = check(group);
        unmarked.forEach(this::mark);
        if (!unmarked.isEmpty()) {
            invariant(check(group).isEmpty(), "shards of %s can not be marked", group.id());
        }
    }

    private List<Unmarked> check(Group group) {
        var strays = new Strays();
        var unmarked = new ArrayList<Unmarked>();
        for (var database : databases) {
            var rows = new ArrayList<ShardRow>();
            for (var row : database.store().leases().shards(group.id())) {
                if (isUnmarked(database, row, strays)) {
                    rows.add(row);
                }
            }
            if (!rows.isEmpty()) {
                unmarked.add(new Unmarked(database, rows));
            }
        }
        strays.requireNone(group);
        return unmarked;
    }

    private boolean isUnmarked(RoutedDatabase database, ShardRow row, Strays strays) {
        var home = route.databaseOf(row.shard());
        boolean livesHere = home.equals(database.name());
        if (row.moved().isPresent()) {
            requireOther(database, row);
            strays.compare(row.shard(), row.moved().get().to(), home);
            return false;
        }
        if (!livesHere && row.epoch().compareTo(Epoch.ZERO) > 0) {
            strays.compare(row.shard(), database.name(), home);
            return false;
        }
        return !livesHere;
    }

    private static void requireOther(RoutedDatabase database, ShardRow row) {
        if (row.moved().orElseThrow().to().equals(database.name())) {
            throw new StoreException.Rejected(
                    "database %s says that shard %s lives in the database %s: it is not the one that had this name before, or it has two names in store.databases"
                            .formatted(database.name(), row.shard(), database.name()));
        }
    }

    private void mark(Unmarked unmarked) {
        var claims =
                unmarked.rows().stream()
                        .map(row -> Claim.of(row, new Moved(home(row)).mark(), TOKEN))
                        .toList();
        // One that is refused was taken meanwhile; the check that follows shows by whom.
        var _ = unmarked.database().store().leases().claim(claims);
    }

    private String home(ShardRow row) {
        return route.databaseOf(row.shard());
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
