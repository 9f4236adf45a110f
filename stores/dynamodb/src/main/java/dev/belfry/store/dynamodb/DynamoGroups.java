package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.store.common.KnownGroups;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The groups and the number of their shards, which never changes. Thread-safe. */
final class DynamoGroups {
    private static final String ABSENT = "attribute_not_exists(#item)";

    private final DynamoTable table;
    private final KnownGroups known = new KnownGroups(this::shardCounts);

    DynamoGroups(DynamoTable table) {
        this.table = table;
    }

    /** The shards need no items: one that is missing was never claimed. */
    void open(Group group) {
        known.opened(group, openedOrCreated(group));
    }

    /** All that were ever opened. */
    Map<GroupId, Integer> shardCounts() {
        return table.list(ItemKey.GROUPS).stream()
                .collect(
                        Collectors.toMap(
                                item -> new GroupId(ItemKey.of(item.attributes()).name()),
                                item -> item.integer(Attributes.SHARD_COUNT)));
    }

    KnownGroups known() {
        return known;
    }

    List<ShardRow> shards(GroupId group) {
        var shards = known.shards(group);
        var found = table.get(shards.stream().map(ItemKey::of).toList());
        return shards.stream().map(shard -> row(shard, found)).toList();
    }

    private static ShardRow row(ShardId shard, Map<ItemKey, Item> found) {
        var item = found.getOrDefault(ItemKey.of(shard), new Item(Map.of()));
        return ShardItem.of(shard, item).row();
    }

    private int openedOrCreated(Group group) {
        try {
            create(group);
            return group.shardCount();
        } catch (ConditionalCheckFailedException e) {
            return new Item(e.item()).integer(Attributes.SHARD_COUNT);
        }
    }

    private void create(Group group) {
        var item =
                ItemWriter.of(key(group.id())).number(Attributes.SHARD_COUNT, group.shardCount());
        table.calls()
                .write()
                .send(
                        client ->
                                client.putItem(
                                        request ->
                                                request.tableName(table.name())
                                                        .item(item.attributes())
                                                        .conditionExpression(ABSENT)
                                                        .expressionAttributeNames(
                                                                Expressions.names(ABSENT))
                                                        .returnValuesOnConditionCheckFailure(
                                                                ReturnValuesOnConditionCheckFailure
                                                                        .ALL_OLD)));
    }

    private static ItemKey key(GroupId group) {
        return ItemKey.of(ItemKey.GROUPS, group.value());
    }
}
