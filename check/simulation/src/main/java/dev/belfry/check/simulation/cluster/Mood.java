package dev.belfry.check.simulation.cluster;

import java.util.SplittableRandom;

/** What a nemesis likes to do; a narrow one shows what a wild one would excuse. */
public enum Mood {
    /** Everything it can. */
    ANYTHING,
    /** Orderly restarts only, which must repeat nothing. */
    MOVING,
    /** Stalls and cuts from the store, so that living nodes are taken for dead. */
    SILENCING,
    /** A slow or half dead store, second processes and slow wires. */
    DRAGGING,
    /** A store with a wrong clock only, which must stop nobody and repeat nothing. */
    MISLEADING;

    /** Half of the time anything. */
    static Mood of(SplittableRandom random) {
        return random.nextBoolean() ? ANYTHING : values()[random.nextInt(values().length)];
    }

    /** Whether single calls and messages go wrong too. */
    boolean hasFaults() {
        return this != MOVING && this != MISLEADING;
    }
}
