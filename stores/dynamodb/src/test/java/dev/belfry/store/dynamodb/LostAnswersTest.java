package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerUuid;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Requests and answers that are lost between us and a real server, and copies that arrive late. */
@Tag("contract")
class LostAnswersTest {
    private static final Group GROUP = Group.of("one", 1);
    private static final RecordKey RECORD = new RecordKind("sample").key("a");
    private static final Incarnation ANNA = new Incarnation(new NodeId("anna"), 1);
    private static final Incarnation BERT = new Incarnation(new NodeId("bert"), 2);
    private static final CommitResult LEASE_LOST = new CommitResult.LeaseLost();
    private static final int ALWAYS = Integer.MAX_VALUE;

    private final TestTable table = new TestTable();
    private final Interference interference = new Interference();
    private TimerStore store;
    private TimerStore rival;

    @BeforeEach
    void open() {
        store = table.open(interference);
        rival = table.open();
        store.leases().openGroup(GROUP);
    }

    @AfterEach
    void close() {
        store.close();
        rival.close();
        table.close();
    }

    @Test
    void aCommitWhoseAnswerIsLostIsAppliedOnceAndAcknowledged() {
        var lease = lease(claim(store, ANNA));
        interference.loseAnswers(TransactWriteItemsRequest.class, 1);

        var result = commit(store, lease, 1, timer("a").create());

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        assertThat(ids()).containsExactly("a");
        assertThat(commit(store, lease, 2, delete("a"))).isInstanceOf(CommitResult.Committed.class);
        assertThat(ids()).isEmpty();
        assertThat(tokens()).hasSize(3).satisfies(it -> assertThat(it.get(0)).isEqualTo(it.get(1)));
    }

    @Test
    void aCommitWhoseRequestIsLostIsSentAgain() {
        var lease = lease(claim(store, ANNA));
        interference.loseRequests(TransactWriteItemsRequest.class, 2);

        var result = commit(store, lease, 1, timer("a").create());

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        assertThat(ids()).containsExactly("a");
        assertThat(tokens()).hasSize(3);
        assertThat(Set.copyOf(tokens())).hasSize(1);
    }

    @Test
    void aCommitThatGetsNoAnswerAtAllIsOfUnknownOutcome() {
        var lease = lease(claim(store, ANNA));
        interference.loseAnswers(TransactWriteItemsRequest.class, ALWAYS);

        assertThatThrownBy(() -> commit(store, lease, 1, timer("a").create()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(tokens()).hasSizeGreaterThan(5);
        assertThat(Set.copyOf(tokens())).hasSize(1);
        assertThat(ids()).containsExactly("a");
    }

    @Test
    void aCommitAppliedBeforeTheShardWasTakenIsAcknowledgedByItsToken() {
        var lease = lease(claim(store, ANNA));
        interference.loseAnswers(TransactWriteItemsRequest.class, 1, () -> claim(rival, BERT));

        var result = commit(store, lease, 1, timer("a").create());

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        assertThat(ids()).containsExactly("a");
        assertThat(commit(store, lease, 2, delete("a"))).isEqualTo(LEASE_LOST);
    }

    @Test
    void aCommitThatTheShardsNextOwnerOvertookIsLost() {
        var lease = lease(claim(store, ANNA));
        interference.loseRequests(TransactWriteItemsRequest.class, 1, () -> claim(rival, BERT));

        assertThat(commit(store, lease, 1, timer("a").create())).isEqualTo(LEASE_LOST);
        assertThat(ids()).isEmpty();
    }

    @Test
    void aWrongGuessAfterALostRequestIsReadAndSentAnew() {
        var lease = lease(claim(store, ANNA));
        commit(store, lease, 1, timer("a").create());
        interference.loseRequests(TransactWriteItemsRequest.class, 1);

        var result = commit(store, lease, 2, timer("a").payload("2").create());

        assertThat(((CommitResult.Committed) result).decisions().getFirst().verdict().name())
                .isEqualTo("EXISTS");
    }

    @Test
    void aReadThatFailsDoesNotEndADoubt() {
        var lease = lease(claim(store, ANNA));
        commit(store, lease, 1, timer("a").create());
        interference.loseRequests(
                TransactWriteItemsRequest.class,
                1,
                () -> interference.loseRequests(BatchGetItemRequest.class, ALWAYS));

        assertThatThrownBy(() -> commit(store, lease, 2, timer("a").payload("2").create()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void aRecordWhoseAnswersAreLostForEverIsOfUnknownOutcome() {
        interference.loseAnswers(TransactWriteItemsRequest.class, ALWAYS);

        assertThatThrownBy(() -> store.records().apply(RecordChange.Write.ofNew(RECORD, "one")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(rival.records().find(RECORD).orElseThrow().text()).isEqualTo("one");
    }

    @Test
    void aRecordWhoseAnswerIsLostIsWrittenOnce() {
        interference.loseAnswers(TransactWriteItemsRequest.class, 1);

        assertThat(store.records().apply(RecordChange.Write.ofNew(RECORD, "one")))
                .isEqualTo(new RecordResult.Changed(1));

        assertThat(rival.records().latest(RECORD.kind())).isEqualTo(1);
    }

    @Test
    void aClaimWhoseAnswerIsLostSucceedsAndStillShowsTheListOfTheRelease() {
        var lease = lease(claim(rival, BERT));
        var underWay =
                new AttemptUnderWay(new AttemptId(new TimerUuid(1, 2), new Generation(3), 4), NOON);
        rival.leases().release(List.of(new Release(lease, NOON, List.of(underWay))));
        interference.loseAnswers(UpdateItemRequest.class, 1);

        var claimed = (ClaimResult.Claimed) claim(store, ANNA);

        assertThat(claimed.handedOver()).containsExactly(underWay);
        assertThat(claimed.mark()).isEqualTo(NOON);
        assertThat(row().isHeldUnder(claimed.lease())).isTrue();
        assertThat(row().handedOver()).isEmpty();
    }

    @Test
    void aClaimThatARivalOvertookIsRefused() {
        var seen = row();
        interference.loseRequests(UpdateItemRequest.class, 1, () -> claim(rival, BERT));

        var result = store.leases().claim(List.of(Claim.of(seen, ANNA, 11))).getFirst();

        assertThat(result).isEqualTo(new ClaimResult.Refused(row()));
        assertThat(row().owner()).contains(BERT);
    }

    @Test
    void aReleaseWhoseAnswerIsLostHappensOnce() {
        var lease = lease(claim(store, ANNA));
        interference.loseAnswers(UpdateItemRequest.class, 1);

        store.leases().release(List.of(new Release(lease, NOON, List.of())));

        assertThat(row().owner()).isEmpty();
        assertThat(row().epoch()).isEqualTo(lease.epoch().next());
    }

    @Test
    void anEvictionWhoseAnswerIsLostSaysThatTheNodeIsGone() {
        store.nodes().join(node(ANNA, 1));
        interference.loseAnswers(DeleteItemRequest.class, 1);

        assertThat(store.nodes().evict(node(ANNA, 1))).isTrue();
        assertThat(store.nodes().members().nodes()).isEmpty();
    }

    @Test
    void aBeatWhoseAnswerIsLostIsStillASignOfLife() {
        store.nodes().join(node(ANNA, 1));
        interference.loseAnswers(UpdateItemRequest.class, 1);

        assertThat(store.nodes().beat(node(ANNA, 2), 1)).isPresent();
        assertThat(store.nodes().members().nodes()).containsExactly(node(ANNA, 2));
    }

    @Test
    void aGroupWhoseAnswerIsLostIsOpen() {
        interference.loseAnswers(PutItemRequest.class, 1);

        store.leases().openGroup(Group.of("two", 2));

        assertThat(store.leases().shards(Group.of("two", 2).id())).hasSize(2);
    }

    /** DynamoDB forgets a token after ten minutes: then the sequence must hold. */
    @Test
    void aCopyOfACommitThatArrivesAfterItsTokenIsForgottenIsRefused() {
        var lease = lease(claim(store, ANNA));
        commit(store, lease, 1, timer("a").create());
        commit(store, lease, 2, delete("a"));
        var copy = interference.sent(TransactWriteItemsRequest.class).getFirst().toBuilder();

        try (var client = table.client()) {
            assertThatThrownBy(
                            () ->
                                    client.transactWriteItems(
                                            copy.clientRequestToken(UUID.randomUUID().toString())
                                                    .build()))
                    .isInstanceOf(TransactionCanceledException.class);
        }
        assertThat(ids()).isEmpty();
    }

    @Test
    void aCopyOfAPauseThatArrivesAfterTheGroupWasResumedIsRefused() {
        store.pauses().pause(new Pause(GROUP.id(), NOON, Optional.empty()));
        store.pauses().resume(GROUP.id());
        var copy = lastButOne(TransactWriteItemsRequest.class).toBuilder();

        try (var client = table.client()) {
            assertThatThrownBy(
                            () ->
                                    client.transactWriteItems(
                                            copy.clientRequestToken(UUID.randomUUID().toString())
                                                    .build()))
                    .isInstanceOf(TransactionCanceledException.class);
        }
        assertThat(store.pauses().inForce()).isEmpty();
    }

    @Test
    void aCopyOfAJoinThatArrivesAfterALaterLifeJoinedIsRefused() {
        store.nodes().join(node(ANNA, 1));
        store.nodes().join(node(ANNA, 1).reborn(98));
        var reborn = node(ANNA, 1).reborn(99);
        store.nodes().join(reborn);

        assertLateCopyIsRefused(lastButOne(PutItemRequest.class));

        assertThat(store.nodes().members().nodes()).containsExactly(reborn);
    }

    private <T> T lastButOne(Class<T> kind) {
        return interference.sent().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList()
                .reversed()
                .get(1);
    }

    private void assertLateCopyIsRefused(PutItemRequest copy) {
        try (var client = table.client()) {
            assertThatThrownBy(() -> client.putItem(copy))
                    .isInstanceOf(ConditionalCheckFailedException.class);
        }
    }

    private List<String> tokens() {
        return interference.sent(TransactWriteItemsRequest.class).stream()
                .map(TransactWriteItemsRequest::clientRequestToken)
                .toList();
    }

    private static NodeRow node(Incarnation incarnation, long beat) {
        return new NodeRow(
                incarnation,
                "http://node",
                Set.of(GROUP.id()),
                1,
                1,
                NodeVersion.UNTOLD,
                beat,
                NOON);
    }

    private ShardRow row() {
        return rival.leases().shards(GROUP.id()).getFirst();
    }

    private ClaimResult claim(TimerStore by, Incarnation owner) {
        var seen = by.leases().shards(GROUP.id()).getFirst();
        return by.leases().claim(List.of(Claim.of(seen, owner, owner.life()))).getFirst();
    }

    private static Lease lease(ClaimResult result) {
        return ((ClaimResult.Claimed) result).lease();
    }

    private static CommitResult commit(
            TimerStore by, Lease lease, long sequence, Mutation... mutations) {
        var commit =
                new ShardCommit(lease, sequence, NOON.minusSeconds(9), false, List.of(mutations));
        return by.timers().commit(List.of(commit)).getFirst();
    }

    private List<String> ids() {
        var all = PositionRange.from(Position.START);
        return rival
                .timers()
                .page(row().shard(), all, new PageLimit(100, 1 << 20))
                .timers()
                .stream()
                .map(Timer::key)
                .map(key -> key.id())
                .toList();
    }
}
