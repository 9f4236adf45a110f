package dev.belfry.store.dynamodb;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The items of a commit's transaction. Immutable. */
final class CommitItems {
    private static final String RAISE = "SET #sequence = :sequence";
    private static final String RAISE_MARK = RAISE + ", #mark = :mark";

    /** The first commit under a lease ends the list of the last release. */
    private static final String END_LIST = " REMOVE #handed_over, #handed_version";

    private static final String FENCE =
            "#version = :version AND #token = :token AND #sequence = :before";

    private static final String FENCE_AND_MARK = FENCE + " AND #mark <= :mark";
    private static final String ABSENT = "attribute_not_exists(#item)";

    private static final String UNCHANGED =
            "#position = :position AND #generation = :generation AND #revision = :revision"
                    + " AND #attempts = :attempts";

    private final String table;
    private final ShardCommit commit;
    private final ShardId shard;

    CommitItems(String table, ShardCommit commit) {
        this.table = table;
        this.commit = commit;
        this.shard = commit.lease().shard();
    }

    /** An update, because a transaction can not check and write one item in two steps. */
    TransactWriteItem fence(boolean storeMark) {
        var update = (storeMark ? RAISE_MARK : RAISE) + (commit.sequence() == 1 ? END_LIST : "");
        var condition = storeMark ? FENCE_AND_MARK : FENCE;
        var values =
                new ItemWriter()
                        .number(":version", commit.lease().epoch().value())
                        .number(":token", commit.lease().token())
                        .number(":before", commit.sequence() - 1)
                        .number(":sequence", commit.sequence());
        if (storeMark) {
            values.instant(":mark", commit.mark());
        }
        return TransactWriteItem.builder()
                .update(
                        item ->
                                item.tableName(table)
                                        .key(ItemKey.of(shard).attributes())
                                        .updateExpression(update)
                                        .conditionExpression(condition)
                                        .expressionAttributeNames(
                                                Expressions.names(update, condition))
                                        .expressionAttributeValues(values.attributes())
                                        .returnValuesOnConditionCheckFailure(
                                                ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** The step from before to after; a guess about before becomes its condition. */
    Optional<TransactWriteItem> write(Mutation mutation, Decision decision, boolean isGuess) {
        var key = ItemKey.of(shard, mutation).attributes();
        var condition = isGuess ? Condition.of(decision.before()) : Condition.NONE;
        if (!decision.changes()) {
            return isGuess ? Optional.of(check(key, condition)) : Optional.empty();
        }
        return Optional.of(
                switch (decision.after()) {
                    case Entry.Absent() -> delete(key, condition);
                    case Entry.Pending(var timer) ->
                            put(TimerItems.pending(shard, timer), condition);
                    case Entry.Kept(var kept) -> put(TimerItems.kept(shard, kept), condition);
                });
    }

    /** What must hold of an item; nothing if there is no text. */
    private record Condition(String text, Map<String, AttributeValue> values) {
        static final Condition NONE = new Condition("", Map.of());

        static Condition of(Entry guess) {
            return guess.pending()
                    .map(Condition::unchanged)
                    .orElseGet(() -> new Condition(ABSENT, Map.of()));
        }

        private static Condition unchanged(Timer timer) {
            var values =
                    new ItemWriter()
                            .bytes(
                                    ":position",
                                    PositionBytes.of(TimerState.SCHEDULED, timer.position()))
                            .number(":generation", timer.generation().value())
                            .number(":revision", timer.revision().value())
                            .number(":attempts", timer.attempts());
            return new Condition(UNCHANGED, values.attributes());
        }

        boolean isNone() {
            return text.isEmpty();
        }

        Map<String, String> names() {
            return Expressions.names(text);
        }
    }

    private TransactWriteItem put(Map<String, AttributeValue> attributes, Condition condition) {
        return TransactWriteItem.builder()
                .put(
                        item -> {
                            item.tableName(table).item(attributes);
                            if (!condition.isNone()) {
                                item.conditionExpression(condition.text())
                                        .expressionAttributeNames(condition.names());
                            }
                            if (!condition.values().isEmpty()) {
                                item.expressionAttributeValues(condition.values());
                            }
                        })
                .build();
    }

    private TransactWriteItem delete(Map<String, AttributeValue> key, Condition condition) {
        return TransactWriteItem.builder()
                .delete(
                        item -> {
                            item.tableName(table).key(key);
                            if (!condition.isNone()) {
                                item.conditionExpression(condition.text())
                                        .expressionAttributeNames(condition.names())
                                        .expressionAttributeValues(condition.values());
                            }
                        })
                .build();
    }

    private TransactWriteItem check(Map<String, AttributeValue> key, Condition condition) {
        return TransactWriteItem.builder()
                .conditionCheck(
                        item ->
                                item.tableName(table)
                                        .key(key)
                                        .conditionExpression(condition.text())
                                        .expressionAttributeNames(condition.names())
                                        .expressionAttributeValues(condition.values()))
                .build();
    }
}
