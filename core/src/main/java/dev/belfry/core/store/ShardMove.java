package dev.belfry.core.store;

import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Moves a shard from the database it lives in to another one while its timers fire, step by step.
 * Calls block. Confined to one thread at a time.
 *
 * <p>The target's row is read, <i>then</i> a fenced round of the owner shows that the shard still
 * lives in the source under its lease, and only <i>then</i> is the row claimed as it was read. A
 * mover that stood still so finds another row if somebody else has come as far as to seal it. All
 * is copied, and what changed meanwhile again. Then the owner gives the shard up, the last changes
 * follow, and the target is sealed. A database that was set back meanwhile, such as a lagging
 * replica that was promoted, may lack copies while it still knows the lease: the owner is asked.
 *
 * <p>One write moves the shard: the owner's row in the source is claimed from the very lease under
 * which all changes were seen, as {@link Moved} with the seal. Until then the shard lives in the
 * source, whatever happens to the mover: the owner's lease is released, or somebody takes it, and
 * the write is refused for ever. From then on the target counts, which was sealed before.
 */
public final class ShardMove {
    /** So few changes are left when the owner is asked to give the shard up: a single commit. */
    private static final int FEW = 64;

    /** Changes in one step. */
    private static final int CHANGES = 512;

    private final TimerStore source;
    private final TimerStore target;
    private final String sourceName;
    private final String targetName;
    private final boolean undoes;
    private final ShardId id;
    private final Departure owner;
    private final RandomGenerator random;
    private final Arriving arriving;
    private final MarkedShard shard;
    private final ShardClearing clearing;
    private final KeptOfShard keptTimers;
    private Stage stage = Stage.READ;
    private Optional<ShardRow> seen = Optional.empty();
    private Position from = Position.START;
    private List<CopyIn> unsent = List.of();

    /** How many changes were copied in the last step. */
    private int following;

    private final AtomicLong copied = new AtomicLong();

    /** What a step came to. */
    public enum Progress {
        UNDER_WAY,
        /** The owner has something to do first. */
        WAITING,
        /** The shard lives in the target. */
        MOVED,
        /** It lives where it lived, and nothing of it is left in the target. */
        UNDONE,
        /** It lives where it lived, or somebody else is at work; another move begins anew. */
        OVER
    }

    private enum Stage {
        READ,
        WATCH,
        CLAIM,
        CLEAR,
        UNDO,
        COPY,
        COPY_KEPT,
        FOLLOW,
        GIVE,
        LAST,
        SEAL,
        KEPT,
        TURN,
        /** The owner's lease is over after it, or was before: whether it was moved is certain. */
        THAW,
        OPEN
    }

    /**
     * @param from the database it lives in
     * @param to the database it is to live in
     * @param owner of the shard in the source
     * @param random for tokens
     */
    public ShardMove(
            Territory from,
            Territory to,
            Group group,
            ShardId id,
            Departure owner,
            RandomGenerator random) {
        this(from, to, group, id, owner, random, false);
    }

    private ShardMove(
            Territory from,
            Territory to,
            Group group,
            ShardId id,
            Departure owner,
            RandomGenerator random,
            boolean undoes) {
        this.undoes = undoes;
        this.sourceName = from.name();
        this.source = from.store();
        this.target = to.store();
        this.targetName = to.name();
        this.id = id;
        this.owner = owner;
        this.random = random;
        // Zero is of shards that never moved.
        this.arriving = new Arriving(from.name(), false, random.nextLong() | 1);
        this.shard = new MarkedShard(target, random, id);
        this.clearing = new ShardClearing(target, group, id, shard);
        this.keptTimers = new KeptOfShard(source, group, id);
    }

    /** Removes from the target what moves that were not made have copied. */
    public static ShardMove undo(
            Territory from,
            Territory to,
            Group group,
            ShardId id,
            Departure owner,
            RandomGenerator random) {
        return new ShardMove(from, to, group, id, owner, random, true);
    }

    /** How many timers were copied, some of them more than once. */
    public long copied() {
        return copied.get();
    }

    /** Whether the owner has let go, so that nothing fires: not for long. */
    public boolean isFrozen() {
        return owner.state() == Departure.State.GIVEN;
    }

    /** Whether the owner was asked to let go, or nothing is left to do. */
    public boolean isLeaving() {
        return stage.compareTo(Stage.GIVE) >= 0;
    }

    /**
     * Ends a freeze that takes too long, also while another thread makes a step: the owner's lease
     * is released, and the move ends unless it was made already.
     */
    public void thaw() {
        source.leases().release(List.of(owner.farewell()));
    }

    /**
     * Does a bounded piece of work; to be called until it says that the move is made or over, also
     * after it failed, unless nothing is frozen.
     */
    public Progress step() {
        return switch (stage) {
            case READ -> read();
            case WATCH -> watch();
            case CLAIM -> goOn(shard.claim(seen.orElseThrow(), arriving.mark()), Stage.CLEAR);
            case CLEAR -> clear();
            case UNDO -> undo();
            case COPY -> copy();
            case COPY_KEPT -> copyKept();
            case FOLLOW -> follow();
            case GIVE -> given();
            case LAST -> last();
            case SEAL -> seal();
            case KEPT -> kept();
            case TURN -> turn();
            case THAW -> afterDoubt();
            case OPEN -> open();
        };
    }

    private Progress goOn(Stage next) {
        stage = next;
        return Progress.UNDER_WAY;
    }

    private Progress goOn(boolean isHeld, Stage next) {
        return isHeld ? goOn(next) : Progress.OVER;
    }

    private Progress read() {
        var row = shard.row();
        if (row.moved().isEmpty() && row.arriving().isEmpty()) {
            // It lives there, or is just being taken there.
            return Progress.OVER;
        }
        seen = Optional.of(row);
        owner.watch();
        return goOn(Stage.WATCH);
    }

    private Progress watch() {
        return switch (owner.state()) {
            case WATCHING -> goOn(Stage.CLAIM);
            case WAITING -> Progress.WAITING;
            case GIVEN, LOST -> Progress.OVER;
        };
    }

    /** What an earlier move has left, or the shard itself when it lived here before. */
    private Progress clear() {
        return switch (clearing.step()) {
            case UNDER_WAY -> Progress.UNDER_WAY;
            case EMPTY -> goOn(undoes ? Stage.UNDO : Stage.COPY);
            case LOST -> Progress.OVER;
        };
    }

    private Progress undo() {
        return shard.turn(new Moved(sourceName).mark()) ? Progress.UNDONE : Progress.OVER;
    }

    /** From the very start: also what lies before the low-water mark by some mistake. */
    private Progress copy() {
        if (!followSome()) {
            return Progress.OVER;
        }
        var page = source.timers().page(id, PositionRange.from(from), ShardClearing.limit(target));
        var copies =
                page.timers().stream()
                        .map(timer -> new CopyIn(timer.key(), new Entry.Pending(timer)))
                        .toList();
        if (!write(copies)) {
            return Progress.OVER;
        }
        from = page.knownUntil();
        return goOn(from.equals(Position.END) ? Stage.COPY_KEPT : Stage.COPY);
    }

    private Progress copyKept() {
        if (!followSome()) {
            return Progress.OVER;
        }
        var copies =
                keptTimers.next().stream()
                        .map(one -> new CopyIn(one.timer().key(), new Entry.Kept(one)))
                        .toList();
        if (!write(copies)) {
            return Progress.OVER;
        }
        keptTimers.advance();
        return goOn(keptTimers.isAtEnd() ? Stage.FOLLOW : Stage.COPY_KEPT);
    }

    private boolean write(List<CopyIn> copies) {
        var _ = copied.addAndGet(copies.size());
        return shard.commit(copies);
    }

    /**
     * Copies some of what has changed: whatever was changed after a page was read comes after it.
     */
    private boolean followSome() {
        if (owner.state() == Departure.State.LOST) {
            return false;
        }
        if (unsent.isEmpty()) {
            unsent = owner.changes(CHANGES);
        }
        boolean isHeld = write(unsent);
        following = unsent.size();
        unsent = List.of();
        return isHeld;
    }

    private Progress follow() {
        if (!followSome()) {
            return Progress.OVER;
        }
        if (following > FEW) {
            return Progress.UNDER_WAY;
        }
        owner.give();
        return goOn(Stage.GIVE);
    }

    private Progress given() {
        return switch (owner.state()) {
            case GIVEN -> goOn(Stage.LAST);
            case WAITING, WATCHING -> Progress.WAITING;
            case LOST -> Progress.OVER;
        };
    }

    private Progress last() {
        return goOn(followSome(), following > 0 ? Stage.LAST : Stage.SEAL);
    }

    /** From here on no copy that is still on its way can happen. */
    private Progress seal() {
        return goOn(shard.turn(arriving.asSealed().mark()), Stage.KEPT);
    }

    private Progress kept() {
        return switch (owner.kept(targetName)) {
            case ALL -> goOn(Stage.TURN);
            case UNKNOWN -> Progress.WAITING;
            case LOST -> Progress.OVER;
        };
    }

    private Progress turn() {
        var claim = Claim.again(owner.farewell().lease(), moved().mark(), random.nextLong());
        try {
            boolean isMoved =
                    source.leases().claim(List.of(claim)).getFirst() instanceof ClaimResult.Claimed;
            return goOn(isMoved, Stage.OPEN);
        } catch (StoreException.OutcomeUnknown e) {
            stage = Stage.THAW;
            throw e;
        }
    }

    private Moved moved() {
        return new Moved(targetName, arriving.seal());
    }

    /** A mere look could be overtaken by the write that got no answer; a release can not. */
    private Progress afterDoubt() {
        thaw();
        boolean isMoved = source.leases().shard(id).moved().equals(Optional.of(moved()));
        return goOn(isMoved, Stage.OPEN);
    }

    private Progress open() {
        shard.release(owner.farewell().mark(), owner.farewell().underWay());
        return Progress.MOVED;
    }
}
