package dev.belfry.node.shard;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A shard's next timers in firing order, and where the knowledge of them ends. Confined to the
 * shard's loop.
 *
 * <p>Every pending row from the low-water mark up to {@link #end} is here: ready to start, or held
 * while an attempt is under way, a change is being decided or its host has no room. Only the ready
 * ones count against the budget; what is held is bounded elsewhere.
 */
final class Window {
    private final NavigableMap<Position, Timer> ready = new TreeMap<>();
    private final NavigableMap<Position, Timer> held = new TreeMap<>();
    private Position end = Position.START;
    private long readyBytes;

    /** Forgets all: knowledge begins, and for now ends, at the mark. */
    void rebuild(Instant mark) {
        ready.clear();
        held.clear();
        readyBytes = 0;
        end = Position.startOf(mark);
    }

    /** Exclusive: rows from here on are in the store only. */
    Position end() {
        return end;
    }

    boolean reaches(Position position) {
        return position.isBefore(end);
    }

    boolean knowsAll() {
        return end.equals(Position.END);
    }

    /** The next timer that may start. */
    Optional<Timer> first() {
        return ready.isEmpty() ? Optional.empty() : Optional.of(ready.firstEntry().getValue());
    }

    /** The lowest position that may hold a pending row. */
    Position lowest() {
        var lowest = end;
        if (!ready.isEmpty() && ready.firstKey().isBefore(lowest)) {
            lowest = ready.firstKey();
        }
        if (!held.isEmpty() && held.firstKey().isBefore(lowest)) {
            lowest = held.firstKey();
        }
        return lowest;
    }

    int readyTimers() {
        return ready.size();
    }

    boolean knows(Position position) {
        return ready.containsKey(position) || held.containsKey(position);
    }

    /** Adds a row that may start, unless it lies beyond the end or is here already. */
    void add(Timer timer) {
        var position = timer.position();
        if (reaches(position) && !held.containsKey(position)) {
            var former = ready.put(position, timer);
            readyBytes += timer.heapBytes() - (former == null ? 0 : former.heapBytes());
        }
    }

    /** Keeps a row from starting, whether or not it was here before. */
    void hold(Timer timer) {
        takeReady(timer.position());
        held.put(timer.position(), timer);
    }

    /** Whether this very row is held. */
    boolean holds(Timer timer) {
        return timer.equals(held.get(timer.position()));
    }

    /** Lets a held row start again. */
    void free(Position position) {
        var timer = held.remove(position);
        if (timer != null) {
            add(timer);
        }
    }

    void remove(Position position) {
        takeReady(position);
        held.remove(position);
    }

    /** Knowledge now reaches this far: the rows in between have been added. */
    void extendTo(Position newEnd) {
        end = newEnd;
    }

    /** Drops the latest rows until the rest fits; the first one always stays. */
    void trim(long budget) {
        while (readyBytes > budget && ready.size() > 1) {
            var last = ready.lastKey();
            takeReady(last);
            end = last;
        }
    }

    long readyBytes() {
        return readyBytes;
    }

    int size() {
        return ready.size() + held.size();
    }

    private void takeReady(Position position) {
        var timer = ready.remove(position);
        if (timer != null) {
            readyBytes -= timer.heapBytes();
        }
    }
}
