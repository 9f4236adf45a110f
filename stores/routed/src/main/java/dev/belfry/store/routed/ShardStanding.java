package dev.belfry.store.routed;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the databases say of one shard: a row of each. Confined to one look. */
final class ShardStanding {
    private final ShardId shard;
    private final Map<String, ShardRow> byDatabase = new LinkedHashMap<>();

    ShardStanding(ShardId shard) {
        this.shard = shard;
    }

    void add(String database, ShardRow row) {
        byDatabase.put(database, row);
    }

    ShardId shard() {
        return shard;
    }

    Optional<ShardRow> in(String database) {
        return Optional.ofNullable(byDatabase.get(database));
    }

    /**
     * The one database that has it; empty if none has, or several: rows that were read one after
     * the other may be from before and after a move.
     */
    Optional<Home> home(ShardRoute beginnings) {
        var used = databases(row -> !isElsewhere(row) && row.epoch().compareTo(Epoch.ZERO) > 0);
        if (!used.isEmpty()) {
            return used.size() == 1
                    ? Optional.of(new Home(used.getFirst(), OptionalLong.empty()))
                    : Optional.empty();
        }
        return arrived().or(() -> beginning(beginnings));
    }

    private List<String> databases(Predicate<ShardRow> test) {
        return byDatabase.entrySet().stream()
                .filter(row -> test.test(row.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isElsewhere(ShardRow row) {
        return row.moved().isPresent() || row.arriving().isPresent();
    }

    private Optional<Home> arrived() {
        return byDatabase.entrySet().stream()
                .flatMap(row -> row.getValue().arriving().stream().flatMap(it -> home(row, it)))
                .findFirst();
    }

    private Stream<Home> home(Map.Entry<String, ShardRow> row, Arriving arriving) {
        return marks().filter(
                        moved -> moved.to().equals(row.getKey()) && arriving.isOpenedBy(moved))
                .map(_ -> new Home(row.getKey(), OptionalLong.of(arriving.seal())));
    }

    private Stream<Moved> marks() {
        return byDatabase.values().stream().flatMap(row -> row.moved().stream());
    }

    /** Nobody ever had it: it begins where the marks say, or the configuration. */
    private Optional<Home> beginning(ShardRoute beginnings) {
        return databases(row -> !isElsewhere(row)).stream()
                .filter(database -> begins(database, beginnings))
                .map(database -> new Home(database, OptionalLong.empty()))
                .findFirst();
    }

    private boolean begins(String database, ShardRoute beginnings) {
        var marks = marks().map(Moved::to).distinct().toList();
        return marks.isEmpty()
                ? beginnings.knows(shard.group()) && beginnings.databaseOf(shard).equals(database)
                : marks.equals(List.of(database));
    }

    void requireOtherNames() {
        byDatabase.forEach(
                (database, row) -> {
                    if (row.moved().filter(moved -> moved.to().equals(database)).isPresent()) {
                        throw new StoreException.Rejected(
                                "database %s says that shard %s lives in the database %s: it is not the one that had this name before, or it has two names in store.databases"
                                        .formatted(database, shard, database));
                    }
                });
    }

    StoreException.Rejected refusal() {
        var used = databases(row -> !isElsewhere(row) && row.epoch().compareTo(Epoch.ZERO) > 0);
        return new StoreException.Rejected(
                used.size() > 1
                        ? "shard %s lives in the databases %s at once: all but one were restored from a backup of before a move, or are not of this installation"
                                .formatted(shard, String.join(" and ", used))
                        : "shard %s lives in none of the databases %s; they name %s: list all databases in store.databases"
                                .formatted(
                                        shard,
                                        String.join(", ", byDatabase.keySet()),
                                        marks().map(Moved::to).distinct().toList()));
    }
}
