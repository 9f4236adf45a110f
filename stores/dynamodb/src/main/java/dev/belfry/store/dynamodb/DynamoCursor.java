package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.ShardId;
import dev.belfry.store.common.ShardCursor;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Walks a range of an index in one shard. An answer may hold fewer items than asked for, even none,
 * and not be the last: only a missing key to go on from tells the end. Confined to a call.
 */
final class DynamoCursor implements ShardCursor<Item> {
    private final DynamoTable table;
    private final ShardId shard;
    private final IndexRange range;
    private final Select select;
    private Map<String, AttributeValue> from = Map.of();
    private boolean isAtEnd;

    DynamoCursor(DynamoTable table, ShardId shard, IndexRange range, Select select) {
        this.table = table;
        this.shard = shard;
        this.range = range;
        this.select = select;
        this.isAtEnd = range.isEmpty();
    }

    ShardId shard() {
        return shard;
    }

    @Override
    public boolean isAtEnd() {
        return isAtEnd;
    }

    @Override
    public List<Item> next(int limit) {
        return read(limit).items().stream().map(Item::new).toList();
    }

    /** How many the next items are, at most so many; the items are not read. */
    int count(int limit) {
        return read(limit).count();
    }

    private QueryResponse read(int limit) {
        var answer =
                table.query(
                        query -> {
                            range.in(shard, query);
                            query.select(select).limit(limit);
                            if (!from.isEmpty()) {
                                query.exclusiveStartKey(from);
                            }
                        });
        from = answer.lastEvaluatedKey();
        isAtEnd = from.isEmpty();
        return answer;
    }
}
