package dev.belfry.node.route;

import java.time.Duration;

/** Watches requests between nodes, for metrics. Called by any thread: it must be quick. */
public interface PeerListener {
    /** A request to another node came to an end. */
    default void delivered(Delivery<?> delivery, Duration took) {}

    /** Changes that a client asked of this node were done here. */
    default void servedHere(int changes) {}

    /** Changes that a client asked of this node were sent to their owner. */
    default void sentOn(int changes) {}

    /** Changes wait because their shard has no owner that takes them at the moment. */
    default void waiting(int changes) {}
}
