package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Answers that are shorter than what was asked for. */
class AnswersTest {
    private static final String TABLE = "table";
    private static final ShardId SHARD = new ShardId(new GroupId("one"), 0);
    private static final PositionRange ALL = PositionRange.from(Position.START);
    private static final Map<String, AttributeValue> SOME_KEY =
            ItemKey.of("somewhere", "between").attributes();

    private final ScriptedClient client = new ScriptedClient();
    private final DynamoTable table =
            new DynamoTable(
                    TABLE,
                    new Calls(
                            client,
                            new ServerClock(InstantSource.fixed(NOON)),
                            new SettableTicker()));
    private final DynamoDbTimerStore store = new DynamoDbTimerStore(table);

    @BeforeEach
    void openGroup() {
        store.leases().openGroup(Group.of("one", 2));
    }

    @Test
    void anEmptyAnswerWithAKeyToGoOnFromIsNotTheEnd() {
        var first = fresh("a");
        client.then(answer(SOME_KEY)).then(answer(SOME_KEY)).then(answer(Map.of(), first));

        var page = store.timers().page(SHARD, ALL, new PageLimit(10, 1 << 20));

        assertThat(page.timers()).containsExactly(first);
        assertThat(page.knownUntil()).isEqualTo(Position.END);
        assertThat(client.sent(QueryRequest.class))
                .extracting(QueryRequest::exclusiveStartKey)
                .containsExactly(Map.of(), SOME_KEY, SOME_KEY);
    }

    @Test
    void aFullPageEndsRightAfterItsLastRowThoughNothingMayFollow() {
        var first = fresh("a");
        client.then(answer(SOME_KEY, first));

        var page = store.timers().page(SHARD, ALL, new PageLimit(1, 1 << 20));

        assertThat(page.timers()).containsExactly(first);
        assertThat(page.knownUntil()).isEqualTo(first.position().next());
    }

    @Test
    void aPageThatIsFullByBytesEndsBeforeTheRowThatItLeftOut() {
        var first = fresh("a");
        var second = fresh("b");
        client.then(answer(Map.of(), first, second));

        var page = store.timers().page(SHARD, ALL, new PageLimit(10, 1));

        assertThat(page.timers()).containsExactly(first);
        assertThat(page.knownUntil()).isEqualTo(second.position());
    }

    @Test
    void keysThatWereLeftOutAreAskedForAgain() {
        var first = fresh("a");
        var second = fresh("b");
        client.then(found(List.of(first), List.of(second)))
                .then(found(List.of(), List.of(second)))
                .then(found(List.of(second), List.of()));

        var items = table.get(List.of(key(first), key(second)));

        assertThat(items).containsOnlyKeys(key(first), key(second));
        assertThat(client.sent(BatchGetItemRequest.class))
                .extracting(request -> request.requestItems().get(TABLE).keys().size())
                .containsExactly(2, 1, 1);
    }

    @Test
    void keysThatAreLeftOutForEverAreUnavailable() {
        var timer = fresh("a");
        client.then(found(List.of(), List.of(timer)));

        assertThatThrownBy(() -> table.get(List.of(key(timer))))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    private static Timer fresh(String id) {
        Create create = timer(id).create();
        return create.decide(Entry.absent(), NOON).after().pending().orElseThrow();
    }

    private static ItemKey key(Timer timer) {
        return ItemKey.of(SHARD, timer.uuid());
    }

    private static QueryResponse answer(Map<String, AttributeValue> next, Timer... timers) {
        return QueryResponse.builder()
                .items(List.of(timers).stream().map(it -> TimerItems.pending(SHARD, it)).toList())
                .lastEvaluatedKey(next)
                .build();
    }

    private static BatchGetItemResponse found(List<Timer> found, List<Timer> leftOut) {
        var keys = leftOut.stream().map(timer -> key(timer).attributes()).toList();
        return BatchGetItemResponse.builder()
                .responses(
                        Map.of(
                                TABLE,
                                found.stream().map(it -> TimerItems.pending(SHARD, it)).toList()))
                .unprocessedKeys(
                        keys.isEmpty()
                                ? Map.of()
                                : Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build()))
                .build();
    }
}
