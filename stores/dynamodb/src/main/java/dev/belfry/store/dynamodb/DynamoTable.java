package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The one table of a store: reads of it, all strongly consistent. Thread-safe. */
final class DynamoTable {
    /** As many items as DynamoDB looks up in one call. */
    private static final int KEYS_PER_CALL = 100;

    private final String name;
    private final Calls calls;

    DynamoTable(String name, Calls calls) {
        this.name = name;
        this.calls = calls;
    }

    String name() {
        return name;
    }

    Calls calls() {
        return calls;
    }

    /** The item of a key; without attributes if there is none. */
    Item get(ItemKey key) {
        var answer =
                calls.read(
                        client ->
                                client.getItem(
                                        request ->
                                                request.tableName(name)
                                                        .key(key.attributes())
                                                        .consistentRead(true)));
        return new Item(answer.item());
    }

    /** The items of keys; missing ones are not in the answer. */
    Map<ItemKey, Item> get(List<ItemKey> keys) {
        var chunks = new ArrayList<List<ItemKey>>();
        for (int from = 0; from < keys.size(); from += KEYS_PER_CALL) {
            chunks.add(keys.subList(from, Math.min(keys.size(), from + KEYS_PER_CALL)));
        }
        var found = HashMap.<ItemKey, Item>newHashMap(keys.size());
        Calls.PARALLEL.read(chunks, this::getChunk).forEach(found::putAll);
        return found;
    }

    /** All items of a small list. */
    List<Item> list(String partition) {
        var items = new ArrayList<Item>();
        Map<String, AttributeValue> from = Map.of();
        do {
            var start = from;
            var answer =
                    query(
                            request ->
                                    request.keyConditionExpression("#shard = :shard")
                                            .expressionAttributeNames(
                                                    Map.of("#shard", Attributes.SHARD))
                                            .expressionAttributeValues(
                                                    Map.of(
                                                            ":shard",
                                                            AttributeValue.fromS(partition)))
                                            .exclusiveStartKey(start.isEmpty() ? null : start));
            answer.items().forEach(item -> items.add(new Item(item)));
            from = answer.lastEvaluatedKey();
        } while (!from.isEmpty());
        return items;
    }

    /** One answer of a query, which may end anywhere. */
    QueryResponse query(Consumer<QueryRequest.Builder> query) {
        return calls.read(
                client ->
                        client.query(
                                request ->
                                        request.tableName(name)
                                                .consistentRead(true)
                                                .applyMutation(query)));
    }

    /** An answer may leave keys out because of their size, or because DynamoDB is busy. */
    private Map<ItemKey, Item> getChunk(List<ItemKey> keys) {
        var found = HashMap.<ItemKey, Item>newHashMap(keys.size());
        var patience = calls.patience();
        var open = keys.stream().map(ItemKey::attributes).toList();
        while (!open.isEmpty()) {
            var request = batchGet(open);
            var answer = calls.read(client -> client.batchGetItem(request));
            for (var item : answer.responses().getOrDefault(name, List.of())) {
                found.put(ItemKey.of(item), new Item(item));
            }
            var unprocessed = answer.unprocessedKeys().get(name);
            var left =
                    unprocessed == null
                            ? List.<Map<String, AttributeValue>>of()
                            : unprocessed.keys();
            if (left.size() == open.size() && !patience.waits()) {
                throw new StoreException.Unavailable(
                        "DynamoDB is busy and has read none of %d items".formatted(left.size()));
            }
            open = left;
        }
        return found;
    }

    private BatchGetItemRequest batchGet(List<Map<String, AttributeValue>> keys) {
        return BatchGetItemRequest.builder()
                .requestItems(
                        Map.of(
                                name,
                                KeysAndAttributes.builder()
                                        .keys(keys)
                                        .consistentRead(true)
                                        .build()))
                .build();
    }
}
