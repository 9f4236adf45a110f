package dev.belfry.store.dynamodb;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import software.amazon.awssdk.core.SdkBytes;

/**
 * Positions as the sort keys of the indexes: the state, the instant and the uuid in fixed width.
 * DynamoDB compares them as unsigned bytes, so that the sign of the instant is turned.
 */
final class PositionBytes {
    private static final int LENGTH = 1 + Long.BYTES + TimerUuid.BYTES;
    private static final byte SCHEDULED = 0;
    private static final byte REACHED = 1;
    private static final byte FAILED = 2;
    private static final byte CANCELLED = 3;

    /** Correlation ids are printable, so that none is the beginning of another with this after. */
    private static final byte SEPARATOR = 0;

    private PositionBytes() {}

    static byte[] of(TimerState state, Position position) {
        return ByteBuffer.allocate(LENGTH)
                .put(number(state))
                .putLong(millis(position.fireAt()) ^ Long.MIN_VALUE)
                .put(position.uuid().toBytes())
                .array();
    }

    static Position position(SdkBytes bytes) {
        var buffer = bytes.asByteBuffer();
        var key = buffer.slice(buffer.limit() - LENGTH + 1, LENGTH - 1);
        return new Position(
                Instant.ofEpochMilli(key.getLong() ^ Long.MIN_VALUE),
                new TimerUuid(key.getLong(), key.getLong()));
    }

    static TimerState state(SdkBytes bytes) {
        return switch (bytes.asByteArrayUnsafe()[0]) {
            case SCHEDULED -> TimerState.SCHEDULED;
            case REACHED -> TimerState.REACHED;
            case FAILED -> TimerState.FAILED;
            case CANCELLED -> TimerState.CANCELLED;
            default -> throw new IllegalStateException("a timer has an unknown state");
        };
    }

    /** The sort key among the pending timers of a correlation id. */
    static byte[] correlated(String correlationId, Position position) {
        return correlated(correlationId, TimerState.SCHEDULED, position);
    }

    /** The sort key among its kept timers: one order, whatever their state. */
    static byte[] keptCorrelated(String correlationId, Position position) {
        return correlated(correlationId, TimerState.REACHED, position);
    }

    private static byte[] correlated(String correlationId, TimerState state, Position position) {
        var id = correlationId.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(id.length + 1 + LENGTH)
                .put(id)
                .put(SEPARATOR)
                .put(of(state, position))
                .array();
    }

    /** The last key of the same length before this one: ranges of DynamoDB hold their end. */
    static byte[] before(byte[] key) {
        var before = key.clone();
        int at = before.length - 1;
        while (before[at] == 0) {
            before[at] = (byte) 0xFF;
            at--;
        }
        before[at]--;
        return before;
    }

    private static byte number(TimerState state) {
        return switch (state) {
            case SCHEDULED -> SCHEDULED;
            case REACHED -> REACHED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
        };
    }

    /** Ends of ranges may lie beyond what a long can count, and mean after every row. */
    private static long millis(Instant instant) {
        return instant.equals(Instant.MAX) ? Long.MAX_VALUE : instant.toEpochMilli();
    }
}
