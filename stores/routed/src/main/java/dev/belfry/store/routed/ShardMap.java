package dev.belfry.store.routed;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A route by ranges: every shard of each group lies in exactly one of them. Immutable.
 *
 * @param homes by group: the first shard of each range, and its database
 */
public record ShardMap(Map<GroupId, NavigableMap<Integer, String>> homes) implements ShardRoute {
    public ShardMap {
        homes =
                homes.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Map.Entry::getKey,
                                        group ->
                                                Collections.unmodifiableNavigableMap(
                                                        new TreeMap<>(group.getValue()))));
    }

    /**
     * One group's part of a map.
     *
     * @throws dev.belfry.core.InvalidValueException if the ranges are not the group's shards, each
     *     of them once
     */
    public static NavigableMap<Integer, String> homesOf(Group group, List<ShardRange> ranges) {
        var field = "groups.%s.databases".formatted(group.id());
        int next = 0;
        var homes = new TreeMap<Integer, String>();
        for (var range : inOrder(ranges)) {
            require(range.first() <= range.last(), field, "has '%s', which runs backwards", range);
            require(
                    range.last() < group.shardCount(),
                    field,
                    "has '%s', but the shards are 0 to %d",
                    range,
                    group.shardCount() - 1);
            require(range.first() >= next, field, "gives shard %d twice", range.first());
            requireNoGap(field, next, range.first());
            homes.put(range.first(), range.database());
            next = range.last() + 1;
        }
        requireNoGap(field, next, group.shardCount());
        return homes;
    }

    private static List<ShardRange> inOrder(List<ShardRange> ranges) {
        return ranges.stream().sorted(Comparator.comparingInt(ShardRange::first)).toList();
    }

    private static void requireNoGap(String field, int from, int until) {
        require(
                from >= until,
                field,
                from == until - 1
                        ? "gives shard %d to no database"
                        : "gives shards %d-%d to no database",
                from,
                until - 1);
    }

    /** A group's shards cut into equal parts, one for each database: what one would write first. */
    public static String evenly(Group group, List<String> databases) {
        var ranges = new ArrayList<ShardRange>();
        int count = Math.min(databases.size(), group.shardCount());
        for (int i = 0; i < count; i++) {
            int first = group.shardCount() * i / count;
            int next = group.shardCount() * (i + 1) / count;
            ranges.add(new ShardRange(databases.get(i), first, next - 1));
        }
        return ranges.stream().map(ShardRange::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String databaseOf(ShardId shard) {
        var ofGroup = homes.get(shard.group());
        if (ofGroup == null) {
            throw new IllegalStateException(
                    "shard %s of a group that no database is known for".formatted(shard));
        }
        return ofGroup.floorEntry(shard.index()).getValue();
    }

    @Override
    public boolean knows(GroupId group) {
        return homes.containsKey(group);
    }
}
