package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import java.util.List;
import java.util.Optional;

/** A change of one timer that waits for its commit. It freezes the timer until it is decided. */
interface Work {
    TimerKey key();

    /** About what it occupies while it waits. */
    int sizeBytes();

    /**
     * The mutation to commit, worked out when its turn comes; empty if there is no need any more.
     */
    Optional<Mutation> mutation();

    /** Whether somebody outside asked for it. */
    default boolean isOfClient() {
        return false;
    }

    /** Whether nobody waits for it any more. */
    boolean isOverdue();

    /** It was taken out because there was no need of it any more. */
    void needless();

    /**
     * The fenced round decided.
     *
     * @param followed what it decided under other keys of the same timer
     */
    void decided(Decision decision, List<Decision> followed);

    /** A commit that held it got no answer. It will be tried again under a new lease. */
    void inDoubt();

    /** The store can not hold it. */
    void refused(String message);

    /** It will not be tried any more here. */
    void abandoned(Outcome.Reason reason);
}
