package dev.belfry.store.jdbc;

/**
 * A shard's number in the tables: the first of its group plus its index. Bytes per row count when
 * there are hundreds of millions, and every row of a timer starts with it.
 */
record ShardKey(long value) implements Comparable<ShardKey> {
    /** Of no shard: they are counted from one. */
    static final ShardKey NONE = new ShardKey(0);

    ShardKey next() {
        return new ShardKey(value + 1);
    }

    @Override
    public int compareTo(ShardKey other) {
        return Long.compare(value, other.value);
    }
}
