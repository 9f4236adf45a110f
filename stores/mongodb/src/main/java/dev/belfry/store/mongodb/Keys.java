package dev.belfry.store.mongodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.bson.BsonBinary;

/**
 * Places as bytes: a name, a byte for the kind, the instant and the uuid.
 *
 * <p>MongoDB compares binary values by their length, then as unsigned bytes; that is why the sign
 * of the instant is turned. The tail has a fixed width: two keys of one length that begin with the
 * same name have nothing of another name between them.
 */
final class Keys {
    private static final int TAIL = 1 + Long.BYTES + TimerUuid.BYTES;
    private static final byte SHARD = 0;
    private static final byte PENDING = 1;
    private static final byte REACHED = 2;
    private static final byte FAILED = 3;
    private static final byte CANCELLED = 4;

    /** Of a correlation id's timers: all that are kept, whatever their state. */
    private static final byte KEPT = 2;

    /** In no name of a group and in no correlation id. */
    private static final char SEPARATOR = 0;

    private Keys() {}

    /** The name of a shard; no name of a group has its separator. */
    static String name(ShardId shard) {
        return shard.group().value() + "#" + shard.index();
    }

    /** The shard itself, before all its timers. */
    static BsonBinary shard(ShardId shard) {
        return key(name(shard), SHARD, Position.startOf(Instant.EPOCH));
    }

    /** A timer in its shard: by the instant it fires, or was settled. */
    static BsonBinary timer(ShardId shard, TimerState state, Position position) {
        return key(name(shard), kind(state), position);
    }

    /** A pending timer among those of a correlation id. */
    static BsonBinary correlated(GroupId group, String correlationId, Position position) {
        return key(group.value() + SEPARATOR + correlationId, PENDING, position);
    }

    /** A kept timer among those of a correlation id. */
    static BsonBinary keptCorrelated(GroupId group, String correlationId, Position position) {
        return key(group.value() + SEPARATOR + correlationId, KEPT, position);
    }

    /** A kept timer among those of its group and state. */
    static BsonBinary kept(GroupId group, TimerState state, Position position) {
        return key(group.value(), kind(state), position);
    }

    static BsonBinary uuid(TimerUuid uuid) {
        return new BsonBinary(uuid.toBytes());
    }

    static TimerUuid uuid(BsonBinary bytes) {
        return TimerUuid.fromBytes(bytes.getData());
    }

    static Position position(BsonBinary key) {
        var bytes = key.getData();
        var tail = ByteBuffer.wrap(bytes, bytes.length - TAIL + 1, TAIL - 1);
        return new Position(
                Instant.ofEpochMilli(tail.getLong() ^ Long.MIN_VALUE),
                new TimerUuid(tail.getLong(), tail.getLong()));
    }

    static TimerState state(BsonBinary key) {
        var bytes = key.getData();
        return switch (bytes[bytes.length - TAIL]) {
            case PENDING -> TimerState.SCHEDULED;
            case REACHED -> TimerState.REACHED;
            case FAILED -> TimerState.FAILED;
            case CANCELLED -> TimerState.CANCELLED;
            default -> throw new IllegalStateException("a timer has an unknown state");
        };
    }

    private static BsonBinary key(String name, byte kind, Position position) {
        var prefix = name.getBytes(StandardCharsets.UTF_8);
        return new BsonBinary(
                ByteBuffer.allocate(prefix.length + TAIL)
                        .put(prefix)
                        .put(kind)
                        .putLong(millis(position.fireAt()) ^ Long.MIN_VALUE)
                        .put(position.uuid().toBytes())
                        .array());
    }

    private static byte kind(TimerState state) {
        return switch (state) {
            case SCHEDULED -> PENDING;
            case REACHED -> REACHED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
        };
    }

    /** Ends of ranges may lie beyond what a long can count, and mean after every row. */
    private static long millis(Instant instant) {
        return instant.isAfter(Instants.LATEST) ? Long.MAX_VALUE : instant.toEpochMilli();
    }
}
