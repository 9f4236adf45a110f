package dev.belfry.core.shard;

/** One life of a node. */
public record Incarnation(NodeId node, long life) {
    @Override
    public String toString() {
        return node + "@" + Long.toHexString(life);
    }
}
