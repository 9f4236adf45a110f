package dev.belfry.core.store;

import dev.belfry.core.shard.Incarnation;
import java.time.Instant;
import java.util.Optional;

/** The nodes that share a store, and their signs of life. Calls block; thread-safe. */
public interface NodeRows {
    /** Shows a node to the others, in place of any earlier incarnation of the same node. */
    void join(NodeRow node);

    /**
     * Writes a node's sign of life, and whatever else has changed in its row, if the row is still
     * there with this incarnation and a beat that is not before the one that was acknowledged last:
     * a row that lacks that one is of a database which has lost what it acknowledged.
     *
     * @param acknowledged the last beat of this incarnation that the store has taken; zero if none
     * @return the store's clock; empty if the node was evicted or the row is older than it can be,
     *     and the node must not act on what it knows
     */
    Optional<Instant> beat(NodeRow node, long acknowledged);

    /** All nodes that have joined and neither left nor been evicted. */
    Members members();

    /**
     * Removes a node whose last beat is still the one that was seen.
     *
     * @return whether it is gone; a node that has beaten since can not be evicted
     */
    boolean evict(NodeRow seen);

    /**
     * Removes a node whose last beat is still the one that was seen, if its process is certainly
     * not connected to the store any more.
     *
     * @return whether it was removed; false, too, if it is not there, and where a store can not
     *     tell who is connected
     */
    default boolean evictDisconnected(NodeRow seen) {
        return false;
    }

    /** Removes a node's own row. Idempotent. */
    void leave(Incarnation incarnation);
}
