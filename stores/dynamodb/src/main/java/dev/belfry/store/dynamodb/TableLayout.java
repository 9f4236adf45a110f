package dev.belfry.store.dynamodb;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The keys and indexes of a store's table. */
final class TableLayout {
    /** The local indexes and what each sorts by, beside the shard; in the order of the manual. */
    private static final SortedMap<String, String> INDEXES =
            new TreeMap<>(
                    Map.of(
                            Attributes.BY_CORRELATION, Attributes.CORRELATION,
                            Attributes.BY_POSITION, Attributes.POSITION));

    private TableLayout() {}

    static CreateTableRequest creation(String name) {
        return CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        attribute(Attributes.SHARD, ScalarAttributeType.S),
                        attribute(Attributes.ITEM, ScalarAttributeType.B),
                        attribute(Attributes.POSITION, ScalarAttributeType.B),
                        attribute(Attributes.CORRELATION, ScalarAttributeType.B))
                .keySchema(keys(Attributes.ITEM))
                .localSecondaryIndexes(
                        INDEXES.entrySet().stream()
                                .map(index -> index(index.getKey(), index.getValue()))
                                .toList())
                .build();
    }

    static boolean isThatOf(TableDescription found) {
        var indexes =
                found.localSecondaryIndexes().stream()
                        .collect(
                                Collectors.toMap(
                                        LocalSecondaryIndexDescription::indexName,
                                        LocalSecondaryIndexDescription::keySchema));
        return found.keySchema().equals(keys(Attributes.ITEM))
                && INDEXES.entrySet().stream()
                        .allMatch(
                                index ->
                                        keys(index.getValue()).equals(indexes.get(index.getKey())));
    }

    /** Whether it has copies in other regions, which take writes of their own. */
    static boolean isGlobal(TableDescription found) {
        return found.globalTableVersion() != null || !found.replicas().isEmpty();
    }

    /** Keys alone: an item and its index entries share 400 KB, and a write pays for both. */
    private static LocalSecondaryIndex index(String name, String sortKey) {
        return LocalSecondaryIndex.builder()
                .indexName(name)
                .keySchema(keys(sortKey))
                .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                .build();
    }

    private static List<KeySchemaElement> keys(String sortKey) {
        return List.of(
                KeySchemaElement.builder()
                        .attributeName(Attributes.SHARD)
                        .keyType(KeyType.HASH)
                        .build(),
                KeySchemaElement.builder().attributeName(sortKey).keyType(KeyType.RANGE).build());
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
    }
}
