package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.PositionOrder;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Positions as the clustering columns {@code at} and {@code uuid} hold them. */
final class Positions {
    private static final long AFTER_ALL_ROWS = Instants.LATEST.toEpochMilli() + 1;
    private static final int UUID_BITS = TimerUuid.BYTES * Byte.SIZE;

    private Positions() {}

    /** Beyond the years that a row may have, any number above them will do. */
    static long at(Position position) {
        var instant = position.fireAt();
        return instant.isAfter(Instants.LATEST) ? Long.MAX_VALUE : instant.toEpochMilli();
    }

    static ByteBuffer uuid(TimerUuid uuid) {
        return ByteBuffer.wrap(uuid.toBytes());
    }

    static ByteBuffer uuid(Position position) {
        return uuid(position.uuid());
    }

    /** The bounds of a statement over a range. */
    static BoundStatementBuilder bind(BoundStatementBuilder statement, PositionRange range) {
        var from = range.fromInclusive();
        var until = range.untilExclusive();
        return statement
                .setLong("from_at", at(from))
                .setByteBuffer("from_uuid", uuid(from))
                .setLong("until_at", at(until))
                .setByteBuffer("until_uuid", uuid(until));
    }

    static TimerUuid uuid(Row row) {
        return TimerUuid.fromBytes(CassandraTimerColumns.bytes(row.getByteBuffer("uuid")));
    }

    /** How many positions there are from one to another. */
    static BigInteger length(PositionRange range) {
        return number(range.untilExclusive()).subtract(number(range.fromInclusive()));
    }

    /** The position so many after one, or before it; none lies beyond the years of rows. */
    static Position plus(Position position, BigInteger length) {
        var sum = number(position).add(length);
        return new Position(
                Instant.ofEpochMilli(sum.shiftRight(UUID_BITS).longValueExact()),
                new TimerUuid(sum.shiftRight(Long.SIZE).longValue(), sum.longValue()));
    }

    /** The part of a range that is met first: so many positions, or all. */
    static PositionRange beginning(PositionOrder order, PositionRange range, BigInteger length) {
        if (length.compareTo(length(range)) >= 0) {
            return range;
        }
        return switch (order) {
            case ASCENDING ->
                    new PositionRange(range.fromInclusive(), plus(range.fromInclusive(), length));
            case DESCENDING ->
                    new PositionRange(
                            plus(range.untilExclusive(), length.negate()), range.untilExclusive());
        };
    }

    /** What is left of a range behind its beginning. */
    static PositionRange behind(PositionOrder order, PositionRange beginning, PositionRange range) {
        return switch (order) {
            case ASCENDING -> new PositionRange(beginning.untilExclusive(), range.untilExclusive());
            case DESCENDING -> new PositionRange(range.fromInclusive(), beginning.fromInclusive());
        };
    }

    /** Positions in a row, from the first of the epoch on. */
    private static BigInteger number(Position position) {
        return BigInteger.valueOf(Math.min(at(position), AFTER_ALL_ROWS))
                .shiftLeft(UUID_BITS)
                .add(new BigInteger(1, position.uuid().toBytes()));
    }

    static Position of(Row row) {
        return new Position(Instant.ofEpochMilli(row.getLong("at")), uuid(row));
    }
}
