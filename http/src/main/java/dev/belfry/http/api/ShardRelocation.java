package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardMove;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.node.shard.ShardDeparture;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * One try to move a shard that this node owns. Steps are made one after the other; {@link #watch}
 * may be called beside them.
 */
final class ShardRelocation {
    /**
     * A shard fires nothing and takes no changes for so long at most before a move is given up;
     * usually it is some store calls.
     */
    static final Duration LONGEST_FREEZE = Duration.ofSeconds(2);

    /**
     * When a database does not answer for so long, the owner stops noting changes: what waits for
     * the copy would fill, and its clients be refused, for as long as the target is down.
     */
    static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

    /** Bounds a turn, so that a cancelled move is noticed. */
    private static final Duration TURN = Duration.ofMillis(100);

    private final ShardDeparture departure;
    private final ShardMove move;
    private final LongSupplier nanos;
    private final AtomicBoolean isThawed = new AtomicBoolean();
    private volatile long givenNanos;
    private volatile boolean isGiven;
    private volatile boolean isUnheard;
    private volatile OptionalLong unansweredSince = OptionalLong.empty();
    private long leavingNanos;
    private boolean isLeaving;

    /**
     * @param undoes whether what an earlier try has copied is removed, and nothing moved
     */
    ShardRelocation(
            Territory from,
            Territory to,
            Group group,
            ShardId shard,
            ShardDeparture departure,
            boolean undoes,
            RandomGenerator random,
            LongSupplier nanos) {
        this.departure = departure;
        this.nanos = nanos;
        this.move =
                undoes
                        ? ShardMove.undo(from, to, group, shard, departure, random)
                        : new ShardMove(from, to, group, shard, departure, random);
    }

    long copied() {
        return move.copied();
    }

    /** How long the shard has stood still. */
    long frozenMillis() {
        return isLeaving ? Duration.ofNanos(nanos.getAsLong() - leavingNanos).toMillis() : 0;
    }

    /** Whether the shard is frozen, or was. */
    boolean isGiven() {
        return isGiven;
    }

    /** Some steps; as many as are left once the shard is frozen. */
    ShardMove.Progress turn() {
        long began = nanos.getAsLong();
        ShardMove.Progress progress;
        do {
            progress = step();
        } while (progress == ShardMove.Progress.UNDER_WAY
                && (isGiven || nanos.getAsLong() - began < TURN.toNanos()));
        return progress;
    }

    private ShardMove.Progress step() {
        noteFreeze();
        if (unansweredSince.isEmpty()) {
            unansweredSince = OptionalLong.of(nanos.getAsLong());
        }
        try {
            var progress = move.step();
            unansweredSince = OptionalLong.empty();
            if (!isLeaving && move.isLeaving()) {
                isLeaving = true;
                leavingNanos = nanos.getAsLong();
            }
            return progress;
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            // The next turn makes the same step again, or finds that it was thawed.
            endSilence();
            return isUnheard ? ShardMove.Progress.OVER : ShardMove.Progress.WAITING;
        }
    }

    /** Before anything is noted a move waits as long as it takes; a freeze has its own end. */
    private void endSilence() {
        var since = unansweredSince;
        boolean isSilent =
                since.isPresent()
                        && nanos.getAsLong() - since.getAsLong() > LONGEST_SILENCE.toNanos();
        if (isSilent && departure.endWatch()) {
            isUnheard = true;
        }
    }

    private synchronized void noteFreeze() {
        if (!isGiven && move.isFrozen()) {
            givenNanos = nanos.getAsLong();
            isGiven = true;
        }
    }

    /** Ends a freeze or a watch that takes too long, while a step may wait for its database. */
    void watch() {
        noteFreeze();
        endSilence();
        boolean isLate = isGiven && nanos.getAsLong() - givenNanos > LONGEST_FREEZE.toNanos();
        if (isLate && isThawed.compareAndSet(false, true)) {
            thaw();
        }
    }

    private void thaw() {
        try {
            move.thaw();
            departure.end();
        } catch (StoreException e) {
            // It is still late when it is looked at next.
            isThawed.set(false);
        }
    }

    /** Leaves the shard to whoever should own it; one that was not moved begins to work again. */
    void end() {
        if (move.isFrozen()) {
            thaw();
        }
        departure.end();
    }
}
