package dev.belfry.store.routed;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Shards that live in another database than the route says. Confined to one check. */
final class Strays {
    private record Way(String from, String to) {}

    private final Map<Way, SortedSet<Integer>> shards = new LinkedHashMap<>();

    void compare(ShardId shard, String livesIn, String given) {
        if (!livesIn.equals(given)) {
            shards.computeIfAbsent(new Way(livesIn, given), _ -> new TreeSet<>())
                    .add(shard.index());
        }
    }

    void requireNone(Group group) {
        if (shards.isEmpty()) {
            return;
        }
        var all =
                shards.entrySet().stream()
                        .map(it -> sentence(it.getKey(), it.getValue()))
                        .collect(Collectors.joining("; "));
        throw new StoreException.Rejected(
                "group %s: %s; their timers would be out of reach: let groups.%s.databases say where they live"
                        .formatted(group.id(), all, group.id()));
    }

    private static String sentence(Way way, SortedSet<Integer> indices) {
        return "shards %s live in database %s but are given to %s"
                .formatted(ranges(indices), way.from(), way.to());
    }

    private static String ranges(SortedSet<Integer> indices) {
        var ranges = new ArrayList<String>();
        int first = indices.first();
        int last = first;
        for (int index : indices.tailSet(first + 1)) {
            if (index > last + 1) {
                ranges.add(range(first, last));
                first = index;
            }
            last = index;
        }
        ranges.add(range(first, last));
        return String.join(", ", ranges);
    }

    private static String range(int first, int last) {
        return first == last ? String.valueOf(first) : first + "-" + last;
    }
}
