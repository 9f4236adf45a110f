package dev.belfry.core.store;

import dev.belfry.core.mutation.CopyIn;
import java.util.List;

/**
 * The owner of a shard that is being moved to another database, as the mover sees it: it works on,
 * remembers what it changes, and lets go in the end. Thread-safe; no call waits.
 */
public interface Departure {
    /** How far the owner has come. */
    enum State {
        /** What was asked for is not done yet. */
        WAITING,
        /**
         * It has the shard, as a fenced round after {@link #watch} has shown; changes are noted.
         */
        WATCHING,
        /**
         * It works no more: {@link #farewell} says how it left the shard, still under its lease.
         */
        GIVEN,
        /** Not all changes are known: the shard was lost, or a commit was in doubt. */
        LOST
    }

    /** Whether databases still have what they acknowledged, as far as the owner knows. */
    enum Kept {
        /** It is being asked. */
        UNKNOWN,
        ALL,
        /** Something may be missing, such as timers that were copied. */
        LOST
    }

    /**
     * Asks the owner to note what changes from now on, and to see by a fenced round that the shard
     * is its own.
     */
    void watch();

    State state();

    /** Takes out what has changed, as it is now, the oldest first. */
    List<CopyIn> changes(int most);

    /** Asks the owner to settle what waits, to start nothing more and to let go. */
    void give();

    /**
     * What the owner would have said in its release, which it leaves to the mover; once the shard
     * is given.
     */
    Release farewell();

    /**
     * Whether the source and the target have kept all that they acknowledged between the beginning
     * and the first call of this.
     */
    Kept kept(String target);
}
