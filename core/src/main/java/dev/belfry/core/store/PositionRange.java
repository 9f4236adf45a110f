package dev.belfry.core.store;

import dev.belfry.core.timer.Position;

/** A half-open range of positions. */
public record PositionRange(Position fromInclusive, Position untilExclusive) {
    public static PositionRange from(Position fromInclusive) {
        return new PositionRange(fromInclusive, Position.END);
    }

    public boolean contains(Position position) {
        return !position.isBefore(fromInclusive) && position.isBefore(untilExclusive);
    }
}
