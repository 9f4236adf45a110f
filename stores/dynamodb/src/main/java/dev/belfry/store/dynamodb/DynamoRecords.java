package dev.belfry.store.dynamodb;

import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The records, a partition for each kind. A change is a transaction of two items: the record, and
 * the kind's number, which it raises. If the number is still the one that was read first, then so
 * is the record. Thread-safe.
 */
final class DynamoRecords implements StoredRecords {
    private static final String ABSENT = "attribute_not_exists(#item)";
    private static final String AS_SEEN = "#revision = :seen";
    private static final String BEHIND = "#shard = :shard AND #item > :item";

    /** The item of a kind's number. It comes before every record, none of which is called so. */
    private static final String NUMBER = " ";

    private final DynamoTable table;

    DynamoRecords(DynamoTable table) {
        this.table = table;
    }

    @Override
    public Optional<StoredRecord> find(RecordKey key) {
        var item = table.get(item(key));
        return item.isMissing() ? Optional.empty() : Optional.of(record(key.kind(), item));
    }

    @Override
    public List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
        var found = new ArrayList<StoredRecord>();
        var from = ItemKey.of(kind, afterId.isEmpty() ? NUMBER : afterId);
        boolean more = true;
        while (more && found.size() < limit) {
            var last = found.isEmpty() ? from : item(found.getLast().key());
            int left = limit - found.size();
            var answer = table.query(query -> query.limit(left).applyMutation(behind(last)));
            answer.items().forEach(it -> found.add(record(kind, new Item(it))));
            more = !answer.lastEvaluatedKey().isEmpty();
        }
        return found;
    }

    private static Consumer<QueryRequest.Builder> behind(ItemKey key) {
        return query ->
                query.keyConditionExpression(BEHIND)
                        .expressionAttributeNames(Expressions.names(BEHIND))
                        .expressionAttributeValues(
                                new ItemWriter()
                                        .text(":shard", key.shard())
                                        .bytes(":item", key.item())
                                        .attributes());
    }

    @Override
    public long latest(RecordKind kind) {
        return revision(table.get(ItemKey.of(kind, NUMBER)));
    }

    /** A number never comes again: no late copy of a transaction passes one that came after it. */
    @Override
    public RecordResult apply(RecordChange change) {
        var patience = table.calls().patience();
        do {
            long latest = latest(change.key().kind());
            var present = find(change.key());
            if (!change.isOf(present)) {
                return new RecordResult.Conflict(present);
            }
            if (isApplied(change, latest)) {
                return new RecordResult.Changed(latest + 1);
            }
        } while (patience.waits());
        throw new StoreException.Unavailable(
                "others write records of kind %s all the time".formatted(change.key().kind()));
    }

    private boolean isApplied(RecordChange change, long latest) {
        var sending = table.calls().write();
        try {
            sending.transact(List.of(raise(change.key().kind(), latest), item(change, latest + 1)));
            return true;
        } catch (TransactionCanceledException e) {
            if (sending.inDoubt()) {
                throw new StoreException.OutcomeUnknown(
                        "a copy of the change may be what stands in the way", e);
            }
            return false;
        }
    }

    private TransactWriteItem raise(RecordKind kind, long latest) {
        boolean isFirst = latest == StoredRecord.ABSENT;
        var condition = isFirst ? ABSENT : AS_SEEN;
        var item = ItemWriter.of(ItemKey.of(kind, NUMBER)).number(Attributes.REVISION, latest + 1);
        return put(
                item,
                it -> {
                    it.conditionExpression(condition)
                            .expressionAttributeNames(Expressions.names(condition));
                    if (!isFirst) {
                        it.expressionAttributeValues(
                                new ItemWriter().number(":seen", latest).attributes());
                    }
                });
    }

    private TransactWriteItem item(RecordChange change, long revision) {
        var key = item(change.key());
        return switch (change) {
            case RecordChange.Write write ->
                    put(
                            ItemWriter.of(key)
                                    .number(Attributes.REVISION, revision)
                                    .text(Attributes.BODY, write.text()),
                            _ -> {});
            case RecordChange.Removal _ ->
                    TransactWriteItem.builder()
                            .delete(it -> it.tableName(table.name()).key(key.attributes()))
                            .build();
        };
    }

    private TransactWriteItem put(ItemWriter item, Consumer<Put.Builder> condition) {
        return TransactWriteItem.builder()
                .put(
                        it ->
                                it.tableName(table.name())
                                        .item(item.attributes())
                                        .applyMutation(condition))
                .build();
    }

    private static ItemKey item(RecordKey key) {
        return ItemKey.of(key.kind(), key.id());
    }

    private static long revision(Item item) {
        return item.isMissing() ? StoredRecord.ABSENT : item.number(Attributes.REVISION);
    }

    private static StoredRecord record(RecordKind kind, Item item) {
        return new StoredRecord(
                kind.key(ItemKey.of(item.attributes()).name()),
                revision(item),
                item.text(Attributes.BODY));
    }
}
