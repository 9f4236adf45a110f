package dev.belfry.node;

/** What the engine of a node is about to do with a pending timer. */
public enum Standing {
    /** The timer's shard is not this node's. */
    ELSEWHERE,
    /** The shard has come to this node, but its claim or its reading is not finished. */
    OPENING,
    /** An attempt has no reply yet, or is being settled. */
    IN_FLIGHT,
    /** Its host has as many attempts under way as are allowed. */
    NO_ROOM,
    /** Its group has as many attempts under way, or as many settlements waiting, as are allowed. */
    GROUP_FULL,
    /** Its group has had as many starts here as its rate allows, and waits for the next token. */
    RATE_REACHED,
    /** Its group has as many attempts under way here as its own limit allows. */
    CONCURRENCY_REACHED,
    /** Its group has used up what it may send to the timer's host. */
    HOST_LIMIT_REACHED,
    /** It starts when it is due and its turn comes. */
    WAITING
}
