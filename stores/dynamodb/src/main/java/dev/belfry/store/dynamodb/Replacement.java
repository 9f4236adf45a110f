package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Replaces items that several nodes may write, each time only if the item is still the one that was
 * read: a copy that arrives late can not undo what was written since. What was read is known by a
 * random tag; a number would count anew after a removal. Thread-safe.
 */
final class Replacement {
    private static final String ABSENT = "attribute_not_exists(#item)";
    private static final String AS_SEEN = "#tag = :seen";

    private final DynamoTable table;

    Replacement(DynamoTable table) {
        this.table = table;
    }

    /** Writes an item anew, whatever it holds now. */
    void write(ItemKey key, Consumer<ItemWriter> contents) {
        var sending = table.calls().write();
        var patience = table.calls().patience();
        while (!isReplaced(sending, key, contents)) {
            if (!patience.waits()) {
                throw sending.inDoubt()
                        ? new StoreException.OutcomeUnknown(key.name() + " keeps changing")
                        : new StoreException.Unavailable(key.name() + " keeps changing");
            }
        }
    }

    private boolean isReplaced(DynamoSending sending, ItemKey key, Consumer<ItemWriter> contents) {
        var request = request(key, sending.reading(() -> table.get(key)), contents);
        try {
            sending.send(client -> client.putItem(request));
            return true;
        } catch (ConditionalCheckFailedException _) {
            return false;
        }
    }

    private PutItemRequest request(ItemKey key, Item seen, Consumer<ItemWriter> contents) {
        var item = ItemWriter.of(key).text(Attributes.TAG, UUID.randomUUID().toString());
        contents.accept(item);
        var condition = seen.isMissing() ? ABSENT : AS_SEEN;
        var request =
                PutItemRequest.builder()
                        .tableName(table.name())
                        .item(item.attributes())
                        .conditionExpression(condition)
                        .expressionAttributeNames(Expressions.names(condition));
        if (!seen.isMissing()) {
            request.expressionAttributeValues(
                    new ItemWriter().text(":seen", seen.text(Attributes.TAG)).attributes());
        }
        return request.build();
    }
}
