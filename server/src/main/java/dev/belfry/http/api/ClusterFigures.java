package dev.belfry.http.api;

import java.time.Duration;

/** What this node has counted of its part in the cluster, since its start. */
public interface ClusterFigures {
    /** Changes that clients asked of this node and that it made itself. */
    long servedHere();

    /** Changes that clients asked of this node and that it passed on. */
    long sentOn();

    long shardsClaimed();

    long shardsClosed();

    /** How far this node's clock and the store's are apart, at least. */
    Duration clockOffset();
}
