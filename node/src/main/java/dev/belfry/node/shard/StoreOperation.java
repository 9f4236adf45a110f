package dev.belfry.node.shard;

/** The kinds of store calls that loops make. */
public enum StoreOperation {
    CLAIM,
    COMMIT,
    PAGE,
    AUDIT,
    EXPIRED,
    PAUSES,
    RELEASE,
    JOIN,
    BEAT,
    MEMBERS,
    SHARDS,
    OWN_SHARDS,
    EVICT,
    LEAVE
}
