package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.store.dynamodb.Failures.answered;
import static dev.belfry.store.dynamodb.Failures.cancelled;
import static dev.belfry.store.dynamodb.Failures.noAnswer;
import static dev.belfry.store.dynamodb.Failures.noConnection;
import static dev.belfry.store.dynamodb.Failures.noCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What becomes of calls that fail in the ways of the real service. */
class RetriesTest {
    private static final ShardId SHARD = new ShardId(new GroupId("one"), 0);
    private static final Lease LEASE = new Lease(SHARD, new Epoch(7), 77);
    private static final TransactWriteItemsResponse DONE =
            TransactWriteItemsResponse.builder().build();
    private static final CommitResult LEASE_LOST = new CommitResult.LeaseLost();

    private final ScriptedClient client = new ScriptedClient();
    private final DynamoDbTimerStore store =
            new DynamoDbTimerStore(
                    new DynamoTable(
                            "table",
                            new Calls(
                                    client,
                                    new ServerClock(InstantSource.fixed(NOON)),
                                    new SettableTicker())));

    @BeforeEach
    void openGroup() {
        store.leases().openGroup(Group.of("one", 2));
    }

    static Stream<SdkException> busy() {
        return Stream.of(
                cancelled("TransactionConflict", "None"),
                cancelled("None", "TransactionConflict"),
                cancelled("None", "ThrottlingError"),
                cancelled("ProvisionedThroughputExceeded", "None"),
                answered(400, "ThrottlingException"),
                answered(400, "ProvisionedThroughputExceededException"),
                answered(400, "RequestLimitExceeded"),
                answered(400, "TransactionConflictException"),
                noConnection(),
                noCredentials());
    }

    static Stream<SdkException> silent() {
        return Stream.of(
                noAnswer(),
                answered(500, "InternalServerError"),
                answered(503, "ServiceUnavailable"),
                answered(400, "TransactionInProgressException"));
    }

    static Stream<SdkException> shut() {
        return Stream.of(
                answered(400, "AccessDeniedException"),
                answered(400, "ResourceNotFoundException"),
                answered(400, "UnrecognizedClientException"),
                answered(400, "ExpiredTokenException"));
    }

    static Stream<SdkException> refused() {
        return Stream.of(
                answered(400, "ValidationException"),
                cancelled("None", "ValidationError"),
                cancelled("None", "ItemCollectionSizeLimitExceeded"),
                cancelled("TransactionConflict", "ValidationError"));
    }

    @ParameterizedTest
    @MethodSource("busy")
    void aBusyServerIsAskedAgainUnderANewToken(SdkException failure) {
        client.then(failure).then(failure).then(DONE);

        assertThat(commit()).isInstanceOf(CommitResult.Committed.class);
        assertThat(tokens()).hasSize(3).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("busy")
    void aServerThatStaysBusyHasWrittenNothing(SdkException failure) {
        client.then(failure);

        assertThatThrownBy(this::commit).isInstanceOf(StoreException.Unavailable.class);
        assertThat(tokens()).hasSizeBetween(6, 30);
    }

    @ParameterizedTest
    @MethodSource("silent")
    void aCommitWithoutAnAnswerIsSentAgainUnderItsToken(SdkException failure) {
        client.then(failure).then(failure).then(DONE);

        assertThat(commit()).isInstanceOf(CommitResult.Committed.class);
        assertThat(tokens()).hasSize(3);
        assertThat(Set.copyOf(tokens())).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("silent")
    void aCommitThatNeverGetsAnAnswerIsOfUnknownOutcome(SdkException failure) {
        client.then(failure);

        assertThatThrownBy(this::commit).isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(tokens()).hasSizeBetween(6, 30);
    }

    @ParameterizedTest
    @MethodSource({"busy", "shut", "refused"})
    void onceInDoubtNoFailureOfACopyMakesItCertain(SdkException failure) {
        client.then(noAnswer()).then(failure);

        assertThatThrownBy(this::commit).isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(Set.copyOf(tokens())).hasSize(1);
    }

    @Test
    void onceInDoubtTheTokenStaysWhateverHappens() {
        client.then(cancelled("TransactionConflict", "None"))
                .then(noAnswer())
                .then(cancelled("TransactionConflict", "None"))
                .then(answered(400, "ThrottlingException"))
                .then(DONE);

        commit();

        assertThat(tokens().getFirst()).isNotEqualTo(tokens().get(1));
        assertThat(Set.copyOf(tokens().subList(1, 5))).hasSize(1);
    }

    @Test
    void aFailedFenceIsALostLeaseAlsoWhenInDoubt() {
        client.then(noAnswer()).then(cancelled("ConditionalCheckFailed", "None"));

        assertThat(commit()).isEqualTo(LEASE_LOST);
    }

    @Test
    void aFailedFenceCountsMoreThanAConflict() {
        client.then(cancelled("ConditionalCheckFailed", "TransactionConflict"));

        assertThat(commit()).isEqualTo(LEASE_LOST);
        assertThat(tokens()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("shut")
    void whatOnlyPeopleCanMendIsNotTriedAgain(SdkException failure) {
        client.then(failure);

        assertThatThrownBy(this::commit).isInstanceOf(StoreException.Unavailable.class);
        assertThat(tokens()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void dataThatCanNotBeStoredIsRejectedAtOnce(SdkException failure) {
        client.then(failure);

        assertThatThrownBy(this::commit).isInstanceOf(StoreException.Rejected.class);
        assertThat(tokens()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource({"busy", "silent"})
    void aReadIsRepeated(SdkException failure) {
        client.then(failure).then(failure).then(GetItemResponse.builder().build());

        assertThat(find()).isEqualTo(Entry.absent());
        assertThat(client.sent(GetItemRequest.class)).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource({"busy", "silent", "shut"})
    void aReadThatFailsIsNeverOfUnknownOutcome(SdkException failure) {
        client.then(failure);

        assertThatThrownBy(this::find).isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void aClaimThatMeetsATransactionIsSentAgain() {
        client.then(answered(400, "TransactionConflictException"));

        assertThatThrownBy(() -> store.leases().claim(List.of(claim(0))))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(client.sent(UpdateItemRequest.class)).hasSizeGreaterThan(5);
    }

    @Test
    void severalClaimsOfWhichNoneWasWrittenAreUnavailable() {
        client.then(answered(400, "ThrottlingException"));

        assertThatThrownBy(() -> store.leases().claim(List.of(claim(0), claim(1))))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void severalCommitsOfWhichOneWasWrittenAreOfUnknownOutcome() {
        client.then(DONE).then(answered(400, "AccessDeniedException"));

        assertThatThrownBy(() -> store.timers().commit(List.of(commitOf(0), commitOf(1))))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    private static Claim claim(int index) {
        return new Claim(
                new ShardId(SHARD.group(), index),
                new Epoch(3),
                4,
                new Incarnation(new NodeId("node"), 1),
                5);
    }

    private CommitResult commit() {
        return store.timers().commit(List.of(commitOf(0))).getFirst();
    }

    private static ShardCommit commitOf(int index) {
        var lease = new Lease(new ShardId(SHARD.group(), index), LEASE.epoch(), LEASE.token());
        return new ShardCommit(lease, 5, NOON, false, List.of(timer("a").create()));
    }

    private Entry find() {
        return store.timers().find(SHARD, new TimerKey(SHARD.group(), "a"));
    }

    private List<String> tokens() {
        return client.sent(TransactWriteItemsRequest.class).stream()
                .map(TransactWriteItemsRequest::clientRequestToken)
                .toList();
    }
}
