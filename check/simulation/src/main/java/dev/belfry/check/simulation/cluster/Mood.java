package dev.belfry.check.simulation.cluster;

/** What a nemesis likes to do; a narrow one shows what a wild one would excuse. */
public enum Mood {
    /** Everything it can. */
    ANYTHING,
    /** Orderly restarts only, which must repeat nothing. */
    MOVING,
    /** Stalls and cuts from the store, so that living nodes are taken for dead. */
    SILENCING
}
