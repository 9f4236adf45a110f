package dev.belfry.engine.loop;

/** The kinds of store calls a loop makes. */
public enum StoreOperation {
    CLAIM,
    COMMIT,
    PAGE,
    AUDIT,
    EXPIRED,
    PAUSES,
    RELEASE
}
