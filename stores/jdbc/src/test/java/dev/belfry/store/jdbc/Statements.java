package dev.belfry.store.jdbc;

import dev.belfry.core.timer.TimerState;
import java.util.LinkedHashMap;
import java.util.Map;

/** All statements of the store by their names, in the words of a dialect. */
public final class Statements {
    private Statements() {}

    /** The statements with lists of this many keys, and of this many shards. */
    public static Map<String, String> of(Dialect dialect, int keys, int shards) {
        int selects = Math.min(shards, 64);
        var all = new LinkedHashMap<String, String>();
        dialect.begin().ifPresent(sql -> all.put("begin", sql));
        dialect.lockGroups().ifPresent(sql -> all.put("lock groups", sql));
        all.put("page", PendingTimers.page(dialect));
        all.put("correlated", PendingTimers.correlated(dialect));
        all.put("browse", first(dialect, PendingTimers.first(dialect), selects));
        all.put("kept", first(dialect, KeptTimers.latest(dialect, TimerState.FAILED), selects));
        all.put("expired", KeptTimers.expired(dialect));
        all.put("counts", counts(dialect, selects));
        all.put("entry", EntryReader.sql(dialect, new EntryReader.Sizes(1, 1)));
        all.put("entries", EntryReader.sql(dialect, new EntryReader.Sizes(keys, keys)));
        all.put("delete", dialect.change(EntryWriter.DELETE));
        all.put("move", dialect.change(EntryWriter.MOVE));
        all.put("update", dialect.change(EntryWriter.UPDATE));
        all.put("forget", dialect.change(EntryWriter.FORGET));
        all.put("insert", dialect.change(EntryWriter.INSERT));
        all.put("keep", dialect.change(EntryWriter.KEEP));
        all.put("fence", dialect.fenced(ShardTable.byKeys(dialect, shards)));
        all.put("lock", dialect.locked(ShardTable.byKeys(dialect, shards)));
        all.put("shards", ShardTable.OF_GROUP);
        all.put("claim", dialect.change(ShardTable.UPDATE));
        all.put("mark", dialect.change(ShardTable.RAISE_MARK));
        all.put("group", GroupTable.FIND);
        all.put("groups", GroupTable.ALL);
        all.put("next shard", GroupTable.NEXT_SHARD_KEY);
        all.put("new group", dialect.change(GroupTable.INSERT));
        all.put("new shard", dialect.change(GroupTable.INSERT_SHARD));
        all.put("node", dialect.locked(NodeTable.FIND));
        all.put("nodes", NodeTable.ALL);
        all.put("join", dialect.change(NodeTable.JOIN));
        all.put("beat", dialect.change(NodeTable.BEAT));
        all.put("evict", dialect.change(NodeTable.DELETE));
        all.put("clock", dialect.clock());
        all.put("pauses", PauseTable.ALL);
        all.put("paused", dialect.locked(PauseTable.FIND));
        all.put("pause", dialect.change(PauseTable.PUT));
        all.put("resume", dialect.change(PauseTable.DELETE));
        return all;
    }

    private static String first(Dialect dialect, FirstRows rows, int count) {
        return dialect.firstOfShards(rows).orElseGet(() -> rows.ofShards(count));
    }

    private static String counts(Dialect dialect, int count) {
        return dialect.readsFromCorrelated() ? Counting.COUNTS : Counting.ofShards(count);
    }
}
