package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.timer.TimerState;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** How many timers a shard holds, each number counted up to a bound. */
record ShardHoldings(int index, long pending, long kept) {
    /** Counting further would read much for a number that nobody needs exactly. */
    private static final int COUNTED_UP_TO = 10_000;

    /** Those of all shards of a group; blocks. */
    static List<ShardHoldings> of(GroupLists lists, Group group) {
        var pending = new long[group.shardCount()];
        var kept = new long[group.shardCount()];
        for (var state : TimerState.values()) {
            var into = state == TimerState.SCHEDULED ? pending : kept;
            lists.counts(group.shards(), state, COUNTED_UP_TO)
                    .forEach(it -> into[it.shard().index()] += it.timers());
        }
        return IntStream.range(0, group.shardCount())
                .mapToObj(i -> new ShardHoldings(i, pending[i], Math.min(COUNTED_UP_TO, kept[i])))
                .toList();
    }

    static void write(JsonBytes json, List<ShardHoldings> shards) throws IOException {
        json.number("kept", shards.stream().mapToLong(ShardHoldings::kept).sum())
                .number("countedUpTo", COUNTED_UP_TO)
                .list("shards", shards, (it, shard) -> shard.write(it));
    }

    private void write(JsonBytes json) throws IOException {
        json.number("index", index).number("pending", pending).number("kept", kept);
    }
}
