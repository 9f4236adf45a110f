package dev.belfry.store.dynamodb;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.timer.TimerUuid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The name of an item.
 *
 * @param shard the partition: a shard, or one of the few lists, which no group's name looks like
 * @param item what it is in there
 */
record ItemKey(String shard, SdkBytes item) {
    /** The partitions beside those of the shards. */
    static final String SCHEMA = "#schema";

    static final String GROUPS = "#groups";
    static final String NODES = "#nodes";

    private static final String RECORDS = "#records-";

    private static final byte ENTRY = 'E';
    private static final SdkBytes SHARD_ITEM = SdkBytes.fromUtf8String("S");

    /** The item that carries a shard's lease. */
    static ItemKey of(ShardId shard) {
        return new ItemKey(partition(shard), SHARD_ITEM);
    }

    /** The item of a timer, pending or kept. */
    static ItemKey of(ShardId shard, TimerUuid uuid) {
        var item = ByteBuffer.allocate(1 + TimerUuid.BYTES).put(ENTRY).put(uuid.toBytes());
        return new ItemKey(partition(shard), SdkBytes.fromByteArrayUnsafe(item.array()));
    }

    static ItemKey of(ShardId shard, Mutation mutation) {
        return of(shard, uuidOf(mutation));
    }

    /** An item of one of the lists. */
    static ItemKey of(String list, String name) {
        return new ItemKey(list, SdkBytes.fromString(name, StandardCharsets.UTF_8));
    }

    /** An item among the records of a kind. */
    static ItemKey of(RecordKind kind, String name) {
        return of(RECORDS + kind.name(), name);
    }

    static ItemKey of(Map<String, AttributeValue> attributes) {
        var item = new Item(attributes);
        return new ItemKey(item.text(Attributes.SHARD), item.bytes(Attributes.ITEM));
    }

    static String partition(ShardId shard) {
        return shard.toString();
    }

    /** The uuid of an entry. */
    TimerUuid uuid() {
        return TimerUuid.fromBytes(
                ByteBuffer.allocate(TimerUuid.BYTES)
                        .put(0, item.asByteArrayUnsafe(), 1, TimerUuid.BYTES)
                        .array());
    }

    /** The last part of the key of an item in a list. */
    String name() {
        return item.asUtf8String();
    }

    Map<String, AttributeValue> attributes() {
        return Map.of(
                Attributes.SHARD,
                AttributeValue.fromS(shard),
                Attributes.ITEM,
                AttributeValue.fromB(item));
    }

    /** The uuid follows from the key; those that carry it save its computation. */
    private static TimerUuid uuidOf(Mutation mutation) {
        return switch (mutation) {
            case Create create -> create.uuid();
            case Put put -> put.uuid();
            case Settle settle -> settle.timer().uuid();
            default -> TimerUuid.of(mutation.key());
        };
    }
}
