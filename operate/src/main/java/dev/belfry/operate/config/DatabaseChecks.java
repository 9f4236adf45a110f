package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.timer.GroupId;
import dev.belfry.store.routed.ShardMap;
import dev.belfry.store.routed.ShardRange;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;

/** Whether the databases and the shards that groups have in them fit together. */
final class DatabaseChecks {
    private final StoreConfig store;
    private final List<String> names;

    private DatabaseChecks(StoreConfig store) {
        this.store = store;
        this.names = List.copyOf(store.databases().keySet());
    }

    /** The way to each shard; without databases to choose from it is empty. */
    static ShardMap route(Configuration configuration) {
        var checks = new DatabaseChecks(configuration.store());
        checks.checkDatabases();
        var homes = new HashMap<GroupId, NavigableMap<Integer, String>>();
        configuration
                .groups()
                .forEach(
                        (id, group) -> {
                            if (checks.names.isEmpty()) {
                                requireNoHomes(id, group);
                            } else {
                                homes.put(id, checks.homes(group.toGroup(id), group));
                            }
                        });
        return new ShardMap(homes);
    }

    private void checkDatabases() {
        require(
                names.isEmpty() || store.url().isEmpty(),
                "store.url",
                "can not be set together with store.databases: give it a name there");
        for (int i = 0; i < names.size(); i++) {
            new Moved(names.get(i));
            requireOther(names.get(i), names.subList(0, i));
        }
    }

    /** Two names for one database would hide the shards of one behind those of the other. */
    private void requireOther(String name, List<String> earlier) {
        for (var other : earlier) {
            require(
                    !Objects.equals(url(name), url(other)),
                    "store.databases." + name,
                    "is the same database as store.databases.%s",
                    other);
        }
    }

    private Optional<String> url(String name) {
        return Optional.ofNullable(store.databases().get(name)).map(Secret::value);
    }

    private static void requireNoHomes(GroupId id, GroupConfig group) {
        require(
                group.databases().isEmpty(),
                field(id),
                "names databases, but store.databases has none");
    }

    private NavigableMap<Integer, String> homes(Group group, GroupConfig config) {
        require(
                config.databases().isPresent() || names.size() == 1,
                field(group.id()),
                "must say in which database each of its %d shards lives, such as '%s', or '%s' for"
                        + " all of them",
                group.shardCount(),
                ShardMap.evenly(group, names),
                names.getFirst());
        var ranges =
                config.databases()
                        .orElseGet(() -> ShardHomes.parse(names.getFirst(), field(group.id())))
                        .of(group);
        ranges.forEach(range -> requireKnown(group.id(), range));
        return ShardMap.homesOf(group, ranges);
    }

    private void requireKnown(GroupId group, ShardRange range) {
        require(
                names.contains(range.database()),
                field(group),
                "names the database '%s', which store.databases does not have; did you mean '%s'?",
                range.database(),
                Key.nearest(range.database(), names.stream()));
    }

    private static String field(GroupId group) {
        return "groups.%s.databases".formatted(group);
    }
}
