package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure;
import dev.belfry.core.store.Release;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a loop notes of a shard that is being moved to another database. The loop goes on with its
 * work, and takes fewer changes of clients when the mover can not follow. Thread-safe.
 */
public final class ShardDeparture implements Departure {
    /** Changes that wait for the mover, before clients are told to come again. */
    static final long MOST_BYTES = 8 << 20;

    /**
     * With what the loop changes by itself, which can not be refused: then the move begins anew.
     */
    private static final long FAR_TOO_MANY_BYTES = 4 * MOST_BYTES;

    private static final int KEY_BYTES = 200;

    private final ShardId shard;
    private final Consumer<Consumer<ShardLoop>> loop;
    private final HeldShards held;
    private final Function<String, Kept> kept;
    private final SequencedMap<TimerKey, CopyIn> changes = new LinkedHashMap<>();
    private long bytes;
    private State state = State.WAITING;
    private boolean isToBeGiven;
    private Optional<Release> farewell = Optional.empty();

    /**
     * @param loop tells the shard's loop something
     * @param held where the shard stays when it is given, so that this node does not take it back
     * @param kept whether the databases have kept what they acknowledged, by the target's name
     */
    public ShardDeparture(
            ShardId shard,
            Consumer<Consumer<ShardLoop>> loop,
            HeldShards held,
            Function<String, Kept> kept) {
        this.shard = shard;
        this.loop = loop;
        this.held = held;
        this.kept = kept;
    }

    // ---- for the mover

    @Override
    public void watch() {
        loop.accept(it -> it.depart(shard, this));
    }

    @Override
    public synchronized State state() {
        return state;
    }

    @Override
    public synchronized List<CopyIn> changes(int most) {
        var taken = new ArrayList<CopyIn>();
        while (taken.size() < most && !changes.isEmpty()) {
            var change = changes.pollFirstEntry().getValue();
            bytes -= bytesOf(change);
            taken.add(change);
        }
        return taken;
    }

    @Override
    public void give() {
        synchronized (this) {
            isToBeGiven = true;
            if (state == State.WATCHING) {
                state = State.WAITING;
            }
        }
        loop.accept(it -> it.give(shard, this));
    }

    @Override
    public synchronized Release farewell() {
        return farewell.orElseThrow();
    }

    @Override
    public Kept kept(String target) {
        return kept.apply(target);
    }

    /** The move is over: whoever should own the shard may take it. */
    public void end() {
        if (endsGiven()) {
            held.closed(shard);
        }
    }

    /**
     * Ends it while changes are noted: whoever should follow does not. False if none are noted, or
     * the shard is about to be given.
     */
    public synchronized boolean endWatch() {
        boolean isWatched = state == State.WATCHING;
        if (isWatched) {
            lost();
        }
        return isWatched;
    }

    /** The loop gives either before this, or not any more. */
    private synchronized boolean endsGiven() {
        boolean wasGiven = state == State.GIVEN;
        lost();
        return wasGiven;
    }

    // ---- for the loop

    /** A commit that began after the wish to watch is in the store. */
    synchronized void proven() {
        if (state == State.WAITING && !isToBeGiven) {
            state = State.WATCHING;
        }
    }

    /** Whether the loop must still show that the shard is its own. */
    synchronized boolean wantsProof() {
        return state == State.WAITING && !isToBeGiven;
    }

    synchronized boolean isToBeGiven() {
        return isToBeGiven && state == State.WAITING;
    }

    synchronized boolean isFull() {
        return bytes >= MOST_BYTES;
    }

    /** Takes down what a key holds now. */
    synchronized void note(Decision decision) {
        if (state != State.LOST && decision.changes()) {
            keyOf(decision.after())
                    .or(() -> keyOf(decision.before()))
                    .ifPresent(key -> note(new CopyIn(key, decision.after())));
            if (bytes > FAR_TOO_MANY_BYTES) {
                lost();
            }
        }
    }

    private void note(CopyIn change) {
        var former = changes.remove(change.key());
        if (former != null) {
            bytes -= bytesOf(former);
        }
        changes.putLast(change.key(), change);
        bytes += bytesOf(change);
    }

    private static Optional<TimerKey> keyOf(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(timer.key());
            case Entry.Kept(var kept) -> Optional.of(kept.timer().key());
        };
    }

    private static long bytesOf(CopyIn change) {
        return switch (change.entry()) {
            case Entry.Absent() -> KEY_BYTES;
            case Entry.Pending(var timer) -> timer.heapBytes();
            case Entry.Kept(var kept) -> kept.timer().heapBytes();
        };
    }

    /** False if the move is over: then the shard is released as ever. */
    synchronized boolean given(Release release) {
        invariant(isToBeGiven, "%s was not to be given", shard);
        if (state == State.LOST) {
            return false;
        }
        farewell = Optional.of(release);
        state = State.GIVEN;
        return true;
    }

    /** Not all changes will be known: the shard is gone, or nobody can say what a commit did. */
    synchronized void lost() {
        state = State.LOST;
        changes.clear();
        bytes = 0;
    }
}
