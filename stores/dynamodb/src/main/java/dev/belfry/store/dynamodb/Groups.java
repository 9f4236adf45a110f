package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The groups and the number of their shards, which never changes. Thread-safe. */
final class Groups {
    private static final String ABSENT = "attribute_not_exists(#item)";

    private final Table table;
    private final Map<GroupId, Integer> shardCounts = new ConcurrentHashMap<>();

    Groups(Table table) {
        this.table = table;
    }

    /** The shards need no items: one that is missing was never claimed. */
    void open(Group group) {
        int known = openedOrCreated(group);
        if (known != group.shardCount()) {
            throw StoreException.Rejected.otherShardCount(group, known);
        }
        shardCounts.put(group.id(), known);
    }

    /** All that were ever opened. */
    Map<GroupId, Integer> all() {
        return table.list(ItemKey.GROUPS).stream()
                .collect(
                        Collectors.toMap(
                                item -> new GroupId(ItemKey.of(item.attributes()).name()),
                                item -> item.integer(Attributes.SHARD_COUNT)));
    }

    /** A shard of a group that was never opened is a mistake of the caller. */
    void requireOpen(ShardId shard) {
        shardCount(shard.group());
    }

    void requireOpen(Stream<ShardId> shards) {
        shards.forEach(this::requireOpen);
    }

    private int shardCount(GroupId group) {
        return shardCounts.computeIfAbsent(group, this::lookUp);
    }

    List<ShardRow> shards(GroupId group) {
        int count = shardCount(group);
        var shards =
                IntStream.range(0, count).mapToObj(index -> new ShardId(group, index)).toList();
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

    private int lookUp(GroupId group) {
        var item = table.get(key(group));
        if (item.isMissing()) {
            throw new IllegalStateException("group %s was never opened".formatted(group));
        }
        return item.integer(Attributes.SHARD_COUNT);
    }

    private static ItemKey key(GroupId group) {
        return ItemKey.of(ItemKey.GROUPS, group.value());
    }
}
