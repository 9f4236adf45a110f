package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.store.routed.ShardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Where the shards of a group live: {@code east 0-127, west 128-255}, or a database's name alone
 * for all of them.
 *
 * @param ranges as written; a database alone has the range of all shards that a group can have
 */
public record ShardHomes(List<ShardRange> ranges) {
    private static final Pattern PART =
            Pattern.compile("([^ ,]+)(?: +([0-9]{1,5})(?:-([0-9]{1,5}))?)?");

    public ShardHomes {
        ranges = List.copyOf(ranges);
    }

    static ShardHomes parse(String text, String key) {
        var ranges = new ArrayList<ShardRange>();
        for (var part : text.strip().split(" *, *", -1)) {
            var matcher = PART.matcher(part);
            require(
                    matcher.matches(),
                    key,
                    "is not a list such as 'east 0-127, west 128-255': '%s'",
                    text);
            int first = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
            ranges.add(new ShardRange(matcher.group(1), first, last(matcher, first)));
        }
        return new ShardHomes(ranges);
    }

    private static int last(MatchResult part, int first) {
        if (part.group(2) == null) {
            return Group.MAX_SHARDS - 1;
        }
        return part.group(3) == null ? first : Integer.parseInt(part.group(3));
    }

    /** The ranges of this very group. */
    List<ShardRange> of(Group group) {
        return ranges.stream().map(range -> isWhole(range) ? whole(range, group) : range).toList();
    }

    private static boolean isWhole(ShardRange range) {
        return range.first() == 0 && range.last() == Group.MAX_SHARDS - 1;
    }

    private static ShardRange whole(ShardRange range, Group group) {
        return new ShardRange(range.database(), 0, group.shardCount() - 1);
    }
}
