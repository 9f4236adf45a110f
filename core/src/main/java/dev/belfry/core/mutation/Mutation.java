package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One change of one timer, as its shard's owner asks the store for it.
 *
 * <p>What it means is decided here, once, for every store: a store reads the entry under its fence,
 * calls {@link #decide} and writes the result. Deciding is pure.
 */
public sealed interface Mutation
        permits Create,
                Put,
                Patch,
                Delete,
                Fire,
                Redrive,
                RedriveRun,
                Restore,
                PauseRuns,
                Settle,
                KeepRun,
                Expire,
                Drop,
                CopyIn {
    TimerKey key();

    /**
     * Decides what becomes of the entry.
     *
     * @param mark the shard's low-water mark: no row may be written before it
     */
    Decision decide(Entry before, Instant mark);

    /**
     * The pending timer this mutation is meant for, when it is meant for exactly one. A store may
     * then compare {@link Timer#generation}, {@link Timer#revision}, {@link Timer#attempts} and
     * {@link Timer#fireAt}, which differ between any two states of a timer, and need read the whole
     * row only if they are others.
     */
    default Optional<Timer> expected() {
        return Optional.empty();
    }

    /**
     * What this one brings about under other keys of the same shard, given its decision: single
     * runs of a timer come and go with it. A store applies them in the same commit, after all that
     * was asked for; {@link Followers} says which.
     */
    default List<Mutation> followers(Decision decision) {
        return List.of();
    }

    /**
     * The decision that whoever asked is told.
     *
     * @param followed the decisions under other keys of the same timer
     */
    default Decision told(Decision decision, List<Decision> followed) {
        return decision;
    }

    /** About how many bytes it adds to a commit; limits of stores are kept by this. */
    int sizeBytes();
}
