package dev.belfry.core.mutation;

/** What a mutation came to. */
public enum Verdict {
    CREATED,
    REPLACED,
    PATCHED,
    DELETED,
    REDRIVEN,
    SETTLED,
    EXPIRED,
    /** It is as in the database that its shard comes from. */
    COPIED,
    /** It is already as asked; nothing was changed. */
    IDENTICAL,
    /** A different timer is there; nothing was changed. */
    EXISTS,
    /** There is nothing to change. */
    NOT_FOUND,
    /** The caller's precondition does not hold; nothing was changed. */
    PRECONDITION_FAILED,
    /** The stored headers were given for another origin, and none anew; nothing was changed. */
    HEADERS_REQUIRED,
    /** It runs once, and what was asked for is about a schedule; nothing was changed. */
    NO_SCHEDULE,
    /** Another of its single runs has been started again meanwhile; nothing was changed. */
    RUN_REDRIVEN,
    /** The row is no longer the one this was meant for; nothing was changed. */
    SUPERSEDED
}
