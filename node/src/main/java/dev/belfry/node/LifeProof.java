package dev.belfry.node;

/** Whether this node may act as the owner of its shards: it starts attempts only while it may. */
public interface LifeProof {
    boolean holds();
}
