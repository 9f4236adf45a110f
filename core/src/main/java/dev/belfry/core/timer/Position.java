package dev.belfry.core.timer;

import java.time.Instant;
import java.util.Comparator;

/** Where a timer's row lies in its shard: by the instant it is looked at next, then by uuid. */
public record Position(Instant fireAt, TimerUuid uuid) implements Comparable<Position> {
    /** Before every row. */
    public static final Position START = new Position(Instants.EARLIEST, TimerUuid.MIN);

    /** After every row: no timer fires at {@link Instant#MAX}. */
    public static final Position END = new Position(Instant.MAX, TimerUuid.MAX);

    private static final Comparator<Position> ORDER =
            Comparator.comparing(Position::fireAt).thenComparing(Position::uuid);

    /** The first position of an instant. */
    public static Position startOf(Instant fireAt) {
        return new Position(fireAt, TimerUuid.MIN);
    }

    public boolean isBefore(Position other) {
        return compareTo(other) < 0;
    }

    /** The position right after this one: nothing lies between the two. */
    public Position next() {
        if (uuid.equals(TimerUuid.MAX)) {
            return startOf(fireAt.plusMillis(1));
        }
        long low = uuid.low() + 1;
        return new Position(fireAt, new TimerUuid(low == 0 ? uuid.high() + 1 : uuid.high(), low));
    }

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
