package dev.belfry.http.api;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads pages of lists in pieces, so that a page of large timers is never in memory whole: after so
 * many bytes it ends early, and the list goes on with the next. Immutable.
 *
 * @param pieceRows read at a time
 */
record Pages(int pieceRows) {
    /** After so many bytes a page ends. */
    static final int FULL_PAGE_BYTES = 4 << 20;

    /** What one read may bring at most, if all timers are as large as they can be. */
    private static final int PIECE_BYTES = 8 << 20;

    /** Rows that one page looks at: a filter may let few of them pass, or none. */
    static final int MOST_SCANNED = 5_000;

    /** What a timer may have beside its payload. */
    private static final int USUAL_REST = 4 * 1024;

    /** Some entries, and where the list goes on. */
    record Page(List<Entry> entries, Optional<Position> next) {}

    /** Reads some rows from a position on; fewer than asked for are the last. */
    interface Piece<T> {
        List<T> read(Position from, int rows);
    }

    static Pages ofTimersUpTo(long payloadBytes) {
        return new Pages((int) Math.max(1, PIECE_BYTES / (payloadBytes + USUAL_REST)));
    }

    /**
     * @param behind where a list goes on after a row
     */
    <T> Page read(
            Position start,
            int limit,
            Piece<T> piece,
            Function<T, Position> behind,
            Function<T, Entry> toEntry) {
        return read(start, limit, piece, behind, toEntry, _ -> true);
    }

    /**
     * A page of those that are wanted; it ends after so many that were not, and may be empty.
     *
     * @param behind where a list goes on after a row
     */
    <T> Page read(
            Position start,
            int limit,
            Piece<T> piece,
            Function<T, Position> behind,
            Function<T, Entry> toEntry,
            Predicate<Entry> wanted) {
        var entries = new ArrayList<Entry>();
        long bytes = 0;
        int others = 0;
        var next = start;
        while (true) {
            int rows = Math.min(pieceRows, limit + 1 - entries.size() + others);
            var found = piece.read(next, rows);
            for (var row : found) {
                if (entries.size() == limit || bytes >= FULL_PAGE_BYTES || others >= MOST_SCANNED) {
                    return new Page(entries, Optional.of(next));
                }
                var entry = toEntry.apply(row);
                if (wanted.test(entry)) {
                    entries.add(entry);
                    bytes += TimerJson.sizeBytes(entry);
                } else {
                    others++;
                }
                next = behind.apply(row);
            }
            if (found.size() < rows) {
                return new Page(entries, Optional.empty());
            }
        }
    }
}
