package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The lives that were taken out of the cluster lately and can not act any more: what they owned may
 * be claimed at once, also when their node has come back. Confined to the node's loop.
 */
final class EndedLives {
    /** Whoever ended before these has nothing left that nobody has claimed. */
    private static final int MOST = 1_000;

    private final Set<Incarnation> lives = new LinkedHashSet<>();

    void add(Incarnation life) {
        lives.add(life);
        if (lives.size() > MOST) {
            lives.remove(lives.iterator().next());
        }
    }

    void clear() {
        lives.clear();
    }

    boolean contains(Incarnation life) {
        return lives.contains(life);
    }
}
