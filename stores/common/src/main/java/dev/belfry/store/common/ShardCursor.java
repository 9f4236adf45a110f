package dev.belfry.store.common;

import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.function.Function;

/** The rows of one shard in order, read a few at a time. Confined to a call. */
public interface ShardCursor<T> {
    /** Whether there is certainly nothing more. */
    boolean isAtEnd();

    /** The next rows, at most so many. Fewer of them, even none, do not mean the end. */
    List<T> next(int rows);

    /** Reads the first rows from a start on. */
    @FunctionalInterface
    interface Reader<T> {
        List<T> read(Position start, int rows);
    }

    /** Rows that are read by position: fewer than were asked for are the last. */
    static <T> ShardCursor<T> byPosition(
            PositionOrder order,
            Position start,
            Function<T, Position> positionOf,
            Reader<T> reader) {
        return new ShardCursor<>() {
            private Position next = start;
            private boolean isAtEnd;

            @Override
            public boolean isAtEnd() {
                return isAtEnd;
            }

            @Override
            public List<T> next(int rows) {
                var read = reader.read(next, rows);
                isAtEnd = read.size() < rows;
                if (!isAtEnd) {
                    next = order.startBehind(positionOf.apply(read.getLast()));
                }
                return read;
            }
        };
    }
}
