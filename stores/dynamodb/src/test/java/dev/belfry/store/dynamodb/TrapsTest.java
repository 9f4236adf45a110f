package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Traps of DynamoDB that the contract does not know of. */
@Tag("contract")
class TrapsTest {
    private final TestTable table = new TestTable();
    private final Interference interference = new Interference();
    private TimerStore store;
    private Owner owner;

    @BeforeEach
    void open() {
        store = table.open(interference);
        owner = Owner.in(store);
    }

    @AfterEach
    void close() {
        store.close();
        table.close();
    }

    @Test
    void onlyKeptTimersHaveATimeToLive() {
        var pending = schedule("a");
        assertThat(item("a").has(Attributes.EXPIRES)).isFalse();

        var kept = (Entry.Kept) owner.commit(gaveUp(pending, NOON)).getFirst().after();
        assertThat(item("a").number(Attributes.EXPIRES))
                .isEqualTo(kept.kept().keepUntil().getEpochSecond() + 1);

        owner.commit(redrive("a"));
        assertThat(item("a").has(Attributes.EXPIRES)).isFalse();
    }

    @Test
    void createsAndSettlementsAreCommittedWithoutAnyRead() {
        interference.sent().clear();

        var created = schedule("a");
        var waiting = retried(created, "HTTP 500", NOON.plusSeconds(1));
        owner.commit(waiting);

        assertThat(interference.sent())
                .hasSize(2)
                .hasOnlyElementsOfType(TransactWriteItemsRequest.class);
    }

    @Test
    void aSettlementOfATimerThatChangedIsReadAndDecidedAnew() {
        var created = schedule("a");
        owner.commit(retried(created, "HTTP 500", NOON.plusSeconds(1)));

        var decision = owner.commit(gaveUp(created, NOON), timer("b").create()).getFirst();

        assertThat(decision.verdict().name()).isEqualTo("SUPERSEDED");
        assertThat(decision.before().pending()).map(Timer::attempts).contains(1);
        assertThat(item("b").isMissing()).isFalse();
    }

    @Test
    void everyReadIsStronglyConsistent() {
        var group = Owner.GROUP;
        schedule("a");
        interference.sent().clear();

        owner.page(new PageLimit(10, 1_000));
        store.timers().find(Owner.SHARD, new TimerKey(group.id(), "a"));
        store.lists().browse(group, PositionRange.from(Position.START), 10);
        store.lists().correlated(group, "trace", Position.START, 10);
        store.lists().kept(group, new KeptQuery(TimerState.FAILED, Position.END, 10));
        for (var state : TimerState.values()) {
            store.lists().counts(group.shards(), state, 10);
        }
        store.leases().shards(group.id());
        store.pauses().inForce();
        store.nodes().members();

        assertThat(interference.sent(QueryRequest.class)).hasSizeGreaterThan(7);
        assertThat(interference.sent(QueryRequest.class)).allMatch(QueryRequest::consistentRead);
        assertThat(interference.sent(GetItemRequest.class))
                .isNotEmpty()
                .allMatch(GetItemRequest::consistentRead);
        assertThat(interference.sent(BatchGetItemRequest.class))
                .isNotEmpty()
                .allMatch(it -> it.requestItems().get(table.name()).consistentRead());
    }

    /** An owner that is copied, or a commit that is, meets the sequence. */
    @Test
    void ofTwoCommitsWithOneSequenceExactlyOneApplies()
            throws ExecutionException, InterruptedException {
        try (var other = table.open();
                var threads = Executors.newFixedThreadPool(2)) {
            for (int n = 0; n < 50; n++) {
                var commit = owner.next(List.of(timer("t-" + n).create()));
                Callable<CommitResult> here = () -> send(store, commit);
                Callable<CommitResult> there = () -> send(other, commit);
                var results = threads.invokeAll(List.of(here, there));

                assertThat(List.of(results.get(0).get(), results.get(1).get()))
                        .hasAtLeastOneElementOfType(CommitResult.Committed.class)
                        .contains(new CommitResult.LeaseLost());
            }
        }
        assertThat(owner.page(new PageLimit(100, Long.MAX_VALUE)).timers()).hasSize(50);
    }

    @Test
    void theListOfAReleaseIsGoneFromTheShardsItemAfterTheFirstCommit() {
        store.leases().release(List.of(new Release(owner.lease(), NOON, List.of())));
        var next = Owner.in(store);
        assertThat(shardItem().has(Attributes.HANDED_OVER)).isTrue();

        next.commit(timer("a").create());

        assertThat(shardItem().has(Attributes.HANDED_OVER)).isFalse();
    }

    @Test
    void listsOfKeptTimersAskForNoMoreWhenThereAreMore() {
        keep("few", 20);
        var few = readsOfHistory();
        keep("more", 400);

        assertThat(readsOfHistory()).isEqualTo(few).doesNotContain("ScanRequest");
    }

    private void keep(String name, int count) {
        for (int from = 0; from < count; from += 20) {
            var creates =
                    IntStream.range(from, from + 20)
                            .mapToObj(n -> timer(name + n).correlatedTo("trace").create())
                            .toList();
            var pending =
                    owner.commit(creates).stream()
                            .map(decision -> decision.after().pending().orElseThrow())
                            .toList();
            owner.commit(pending.stream().map(it -> gaveUp(it, NOON)).toList());
        }
    }

    /** The requests for a page of history, and the limits of queries. */
    private List<String> readsOfHistory() {
        interference.sent().clear();
        var byState = new KeptQuery(TimerState.FAILED, Position.END, 10);
        assertThat(store.lists().kept(Owner.GROUP, byState)).hasSize(10);
        assertThat(store.lists().keptCorrelated(Owner.GROUP, "trace", Position.END, 10))
                .hasSize(10);
        return interference.sent().stream()
                .map(
                        it ->
                                it instanceof QueryRequest query
                                        ? "query of " + query.limit()
                                        : it.getClass().getSimpleName())
                .toList();
    }

    private static CommitResult send(TimerStore by, ShardCommit commit) {
        return by.timers().commit(List.of(commit)).getFirst();
    }

    private Timer schedule(String id) {
        return owner.commit(timer(id).create()).getFirst().after().pending().orElseThrow();
    }

    private Item item(String id) {
        var uuid = TimerUuid.of(new TimerKey(Owner.GROUP.id(), id));
        return read(ItemKey.of(Owner.SHARD, uuid));
    }

    private Item shardItem() {
        return read(ItemKey.of(Owner.SHARD));
    }

    private Item read(ItemKey key) {
        try (var client = table.client()) {
            return new Item(
                    client.getItem(it -> it.tableName(table.name()).key(key.attributes())).item());
        }
    }
}
