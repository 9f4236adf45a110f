package dev.belfry.store.jdbc;

import dev.belfry.core.store.ShardRow;
import java.util.HashMap;
import java.util.Map;

/** Shard rows read under a lock, and what is to become of them. Confined to a call. */
final class ShardRows {
    private final Map<ShardKey, ShardRow> rows = new HashMap<>();

    void put(ShardKey key, ShardRow row) {
        rows.put(key, row);
    }

    /** The row of a shard; those of an open group are never removed. */
    ShardRow get(ShardKey key) {
        var row = rows.get(key);
        if (row == null) {
            throw new IllegalStateException("no row for shard %d".formatted(key.value()));
        }
        return row;
    }
}
