package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The nodes and their signs of life. Thread-safe. */
final class DynamoNodes implements NodeRows {
    private static final String BEAT =
            "SET #address = :address, #group_ids = :groups, #weight = :weight,"
                    + " #placement_version = :placement, #software = :software,"
                    + " #protocol = :protocol, #beat = :beat, #clock = :clock";

    /** A copy that arrives after a later beat changes nothing. */
    private static final String NOT_LATER =
            "#life = :life AND #beat BETWEEN :acknowledged AND :beat";

    private static final String AS_SEEN = "#life = :life AND #beat = :beat";
    private static final String SAME_LIFE = "#life = :life";

    /** No group's name has one. */
    private static final String SEPARATOR = ",";

    private final DynamoTable table;
    private final Replacement replacement;

    DynamoNodes(DynamoTable table) {
        this.table = table;
        this.replacement = new Replacement(table);
    }

    @Override
    public void join(NodeRow node) {
        replacement.write(
                key(node.incarnation().node()),
                item ->
                        item.number(Attributes.LIFE, node.incarnation().life())
                                .text(Attributes.ADDRESS, node.address())
                                .text(Attributes.GROUPS, text(node.groups()))
                                .number(Attributes.WEIGHT, node.weight())
                                .number(Attributes.PLACEMENT, node.placementVersion())
                                .text(Attributes.SOFTWARE, node.version().software())
                                .number(Attributes.PROTOCOL, node.version().protocol())
                                .number(Attributes.BEAT, node.beat())
                                .instant(Attributes.CLOCK, node.clock()));
    }

    @Override
    public Optional<Instant> beat(NodeRow node, long acknowledged) {
        var request = beatRequest(node, acknowledged);
        try {
            table.calls().write().send(client -> client.updateItem(request));
        } catch (ConditionalCheckFailedException e) {
            var row = new Item(e.item());
            if (!isAlive(row, node.incarnation()) || row.number(Attributes.BEAT) < acknowledged) {
                return Optional.empty();
            }
        }
        return Optional.of(table.calls().clock().instant());
    }

    @Override
    public Members members() {
        var nodes = table.list(ItemKey.NODES).stream().map(DynamoNodes::node).toList();
        return new Members(nodes, table.calls().clock().instant());
    }

    @Override
    public boolean evict(NodeRow seen) {
        var values =
                new ItemWriter()
                        .number(":life", seen.incarnation().life())
                        .number(":beat", seen.beat());
        try {
            delete(seen.incarnation().node(), AS_SEEN, values);
            return true;
        } catch (ConditionalCheckFailedException e) {
            return !isAlive(new Item(e.item()), seen.incarnation());
        }
    }

    @Override
    public void leave(Incarnation incarnation) {
        try {
            delete(
                    incarnation.node(),
                    SAME_LIFE,
                    new ItemWriter().number(":life", incarnation.life()));
        } catch (ConditionalCheckFailedException _) {
            // It has left, or another incarnation has its place.
        }
    }

    private static boolean isAlive(Item item, Incarnation incarnation) {
        return !item.isMissing() && item.number(Attributes.LIFE) == incarnation.life();
    }

    private UpdateItemRequest beatRequest(NodeRow node, long acknowledged) {
        var values =
                new ItemWriter()
                        .number(":life", node.incarnation().life())
                        .text(":address", node.address())
                        .text(":groups", text(node.groups()))
                        .number(":weight", node.weight())
                        .number(":placement", node.placementVersion())
                        .text(":software", node.version().software())
                        .number(":protocol", node.version().protocol())
                        .number(":beat", node.beat())
                        .number(":acknowledged", acknowledged)
                        .instant(":clock", node.clock());
        return UpdateItemRequest.builder()
                .tableName(table.name())
                .key(key(node.incarnation().node()).attributes())
                .updateExpression(BEAT)
                .conditionExpression(NOT_LATER)
                .expressionAttributeNames(Expressions.names(BEAT, NOT_LATER))
                .expressionAttributeValues(values.attributes())
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    private void delete(NodeId node, String condition, ItemWriter values) {
        var request =
                DeleteItemRequest.builder()
                        .tableName(table.name())
                        .key(key(node).attributes())
                        .conditionExpression(condition)
                        .expressionAttributeNames(Expressions.names(condition))
                        .expressionAttributeValues(values.attributes())
                        .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build();
        table.calls().write().send(client -> client.deleteItem(request));
    }

    private static NodeRow node(Item item) {
        var name = ItemKey.of(item.attributes()).name();
        return new NodeRow(
                new Incarnation(new NodeId(name), item.number(Attributes.LIFE)),
                item.text(Attributes.ADDRESS),
                groups(item.text(Attributes.GROUPS)),
                item.integer(Attributes.WEIGHT),
                item.integer(Attributes.PLACEMENT),
                version(item),
                item.number(Attributes.BEAT),
                item.instant(Attributes.CLOCK));
    }

    /** Nodes of before the attributes were there write none. */
    private static NodeVersion version(Item item) {
        return item.optionalText(Attributes.SOFTWARE)
                .map(it -> new NodeVersion(it, item.integer(Attributes.PROTOCOL)))
                .orElse(NodeVersion.UNTOLD);
    }

    private static String text(Set<GroupId> groups) {
        return groups.stream().map(GroupId::value).collect(Collectors.joining(SEPARATOR));
    }

    private static Set<GroupId> groups(String text) {
        return Stream.of(text.split(SEPARATOR, -1))
                .filter(id -> !id.isEmpty())
                .map(GroupId::new)
                .collect(Collectors.toSet());
    }

    private static ItemKey key(NodeId node) {
        return ItemKey.of(ItemKey.NODES, node.value());
    }
}
