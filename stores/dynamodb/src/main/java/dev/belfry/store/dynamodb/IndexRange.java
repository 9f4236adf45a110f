package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.common.PositionOrder;
import java.util.Arrays;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * A range of one of the indexes, the same in every shard.
 *
 * @param sortKey the attribute that the index sorts by
 * @param first inclusive
 * @param last inclusive, as DynamoDB has it
 */
record IndexRange(
        String index, String sortKey, SdkBytes first, SdkBytes last, PositionOrder order) {
    static IndexRange pending(PositionRange range) {
        return byPosition(
                TimerState.SCHEDULED,
                range.fromInclusive(),
                range.untilExclusive(),
                PositionOrder.ASCENDING);
    }

    /** The kept timers of a state, the latest settled first. */
    static IndexRange kept(KeptQuery query) {
        return byPosition(query.state(), Position.START, query.before(), PositionOrder.DESCENDING);
    }

    /** All timers of a state. */
    static IndexRange all(TimerState state) {
        return byPosition(state, Position.START, Position.END, PositionOrder.ASCENDING);
    }

    static IndexRange correlated(String correlationId, Position fromInclusive) {
        return new IndexRange(
                Attributes.BY_CORRELATION,
                Attributes.CORRELATION,
                bytes(PositionBytes.correlated(correlationId, fromInclusive)),
                bytes(PositionBytes.correlated(correlationId, Position.END)),
                PositionOrder.ASCENDING);
    }

    /** The kept timers of a correlation id, the latest settled first. */
    static IndexRange keptCorrelated(String correlationId, Position before) {
        return new IndexRange(
                Attributes.BY_CORRELATION,
                Attributes.CORRELATION,
                bytes(PositionBytes.keptCorrelated(correlationId, Position.START)),
                bytes(PositionBytes.before(PositionBytes.keptCorrelated(correlationId, before))),
                PositionOrder.DESCENDING);
    }

    private static IndexRange byPosition(
            TimerState state, Position from, Position until, PositionOrder order) {
        return new IndexRange(
                Attributes.BY_POSITION,
                Attributes.POSITION,
                bytes(PositionBytes.of(state, from)),
                bytes(PositionBytes.before(PositionBytes.of(state, until))),
                order);
    }

    /** DynamoDB refuses a range that ends before it begins. */
    boolean isEmpty() {
        return Arrays.compareUnsigned(first.asByteArrayUnsafe(), last.asByteArrayUnsafe()) > 0;
    }

    /** Where an item of the index lies. */
    Position positionOf(Item item) {
        return PositionBytes.position(item.bytes(sortKey));
    }

    /** Asks for the range in one shard. */
    void in(ShardId shard, QueryRequest.Builder query) {
        query.indexName(index)
                .keyConditionExpression("#shard = :shard AND #key BETWEEN :first AND :last")
                .expressionAttributeNames(Map.of("#shard", Attributes.SHARD, "#key", sortKey))
                .expressionAttributeValues(
                        Map.of(
                                ":shard",
                                AttributeValue.fromS(ItemKey.partition(shard)),
                                ":first",
                                AttributeValue.fromB(first),
                                ":last",
                                AttributeValue.fromB(last)))
                .scanIndexForward(order == PositionOrder.ASCENDING);
    }

    private static SdkBytes bytes(byte[] bytes) {
        return SdkBytes.fromByteArrayUnsafe(bytes);
    }
}
