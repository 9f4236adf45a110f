package dev.belfry.node.shard;

import dev.belfry.core.mutation.Expire;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks in small slices, one at a time, for pending rows that nobody works on, also before the
 * low-water mark; reports them and puts them to work. On its way it removes kept timers whose time
 * is over. Its reads are all that an idle shard costs. Confined to one loop.
 */
final class Auditor {
    /** Bytes of one slice, beside its limit of rows. */
    private static final long SLICE_BYTES = 1 << 20;

    private final Ports ports;
    private final LoopSettings settings;
    private final StoreCalls calls;
    private final Consumer<Shard> touched;
    private final Deque<Shard> round = new ArrayDeque<>();
    private Position from = Position.START;
    private boolean due;
    private boolean reading;

    Auditor(Ports ports, LoopSettings settings, StoreCalls calls, Consumer<Shard> touched) {
        this.ports = ports;
        this.settings = settings;
        this.calls = calls;
        this.touched = touched;
    }

    void include(Shard shard) {
        round.add(shard);
    }

    /** The next slice may be read; a shard that had no moment for the last one is passed over. */
    void tick() {
        if (!reading) {
            if (due) {
                next();
            }
            due = true;
        }
    }

    /**
     * Whether a slice is due and its shard has a moment for it. A node without proof may see the
     * rows of another owner, and must leave them alone.
     */
    boolean isReady() {
        return due && !round.isEmpty() && hasAMoment(round.element()) && isProven(round.element());
    }

    private boolean isProven(Shard shard) {
        return ports.proof().holds(shard.ownership().owner());
    }

    private static boolean hasAMoment(Shard shard) {
        var ownership = shard.ownership();
        return ownership.isClosed() || (ownership.isOpen() && shard.isIdle());
    }

    void dispatch() {
        due = false;
        var shard = round.element();
        if (shard.ownership().isClosed()) {
            round.remove();
            from = Position.START;
        } else {
            readSlice(shard);
        }
    }

    private void readSlice(Shard shard) {
        var range = new PositionRange(from, shard.window().end());
        if (!from.isBefore(range.untilExclusive())) {
            readExpired(shard);
            return;
        }
        var limit = new PageLimit(settings.auditRows(), SLICE_BYTES);
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
            from = page.knownUntil();
            if (from.equals(range.untilExclusive())) {
                from = Position.END;
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

    private void readExpired(Shard shard) {
        var now = ports.clock().now();
        calls.make(
                StoreOperation.EXPIRED,
                List.of(shard),
                store -> store.timers().expired(shard.id(), now, settings.auditRows()),
                answer -> expiredRead(shard, answer));
        next();
    }

    private void expiredRead(Shard shard, StoreAnswer<List<KeptTimer>> answer) {
        if (answer instanceof StoreAnswer.Ok<List<KeptTimer>>(var expired)
                && shard.ownership().isOpen()) {
            var now = ports.clock().now();
            for (var kept : expired) {
                shard.add(new OwnWork(shard, new Expire(kept.timer().key(), now)));
            }
            touched.accept(shard);
        }
    }

    private void next() {
        from = Position.START;
        if (!round.isEmpty()) {
            round.add(round.remove());
        }
    }
}
