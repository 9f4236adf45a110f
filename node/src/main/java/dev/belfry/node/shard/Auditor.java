package dev.belfry.node.shard;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Looks in small slices, one at a time, for pending rows that nobody works on, also before the
 * low-water mark; reports them and puts them to work. Its reads are nearly all that an idle shard
 * costs. Confined to one loop.
 *
 * <p>In each interval it reads so many slices that a round over all shards takes about a minute,
 * but no more than a few, and no more rows than the settings say: thousands of shards take minutes.
 */
final class Auditor {
    /** A round of few shards is not faster than this, in intervals. */
    private static final int ROUND = 60;

    /** Slices in one interval, at most. */
    private static final int MOST_SLICES = 20;

    /** Bytes of one slice, beside its limit of rows. */
    private static final long SLICE_BYTES = 1 << 20;

    private final Ports ports;
    private final LoopSettings settings;
    private final StoreCalls calls;
    private final Deque<Shard> round = new ArrayDeque<>();
    private Position from = Position.START;
    private int slices;
    private int rows;
    private boolean reading;

    Auditor(Ports ports, LoopSettings settings, StoreCalls calls) {
        this.ports = ports;
        this.settings = settings;
        this.calls = calls;
    }

    void include(Shard shard) {
        round.add(shard);
    }

    /**
     * Another interval; a shard that had no moment in the whole last one is passed over. While a
     * slice takes longer than an interval, none follows it at once: others want the shard.
     */
    void tick() {
        if (reading) {
            slices = 0;
            return;
        }
        if (slices > 0 && rows > 0) {
            next();
        }
        slices = Math.clamp(Math.ceilDiv(round.size(), ROUND), 1, MOST_SLICES);
        rows = settings.auditRows();
    }

    /**
     * Whether a slice is due and its shard has a moment for it. A node without proof may see the
     * rows of another owner, and must leave them alone.
     */
    boolean isReady() {
        return slices > 0
                && rows > 0
                && !reading
                && !round.isEmpty()
                && hasAMoment(round.element())
                && isProven(round.element());
    }

    /** One that is closed is only forgotten, also when the life that held it is over. */
    private boolean isProven(Shard shard) {
        return shard.ownership().isClosed() || ports.proof().holds(shard.ownership().owner());
    }

    private static boolean hasAMoment(Shard shard) {
        var ownership = shard.ownership();
        return ownership.isClosed() || (ownership.isOpen() && shard.isIdle());
    }

    void dispatch() {
        var shard = round.element();
        if (shard.ownership().isClosed()) {
            round.remove();
            from = Position.START;
        } else {
            slices--;
            readSlice(shard);
        }
    }

    private void readSlice(Shard shard) {
        var range = new PositionRange(from, shard.window().end());
        if (!from.isBefore(range.untilExclusive())) {
            next();
            return;
        }
        var limit = new PageLimit(rows, SLICE_BYTES);
        reading = true;
        calls.make(
                StoreOperation.AUDIT,
                List.of(shard),
                store -> store.timers().page(shard.id(), range, limit),
                answer -> sliceRead(shard, answer, range));
    }

    private void sliceRead(Shard shard, StoreAnswer<Page> answer, PositionRange range) {
        reading = false;
        if (answer instanceof StoreAnswer.Ok<Page>(var page)
                && shard.ownership().isOpen()
                && isProven(shard)) {
            page.timers().forEach(row -> check(shard, row));
            rows -= page.timers().size();
            from = page.knownUntil();
            if (from.equals(range.untilExclusive())) {
                next();
            }
        } else {
            next();
        }
    }

    /**
     * Between the read and its answer nothing else of this shard was at the store, but the window
     * may have become smaller.
     */
    private void check(Shard shard, Timer row) {
        var window = shard.window();
        if (window.reaches(row.position()) && !window.knows(row.position())) {
            ports.listener().alarm(new Alarm.RowUnattended(row.key()));
            shard.place(row);
        }
    }

    private void next() {
        from = Position.START;
        if (!round.isEmpty()) {
            round.add(round.remove());
        }
    }
}
