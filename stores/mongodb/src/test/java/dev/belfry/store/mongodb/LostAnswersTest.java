package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands that are lost on their way, or whose answers are. */
@Tag("contract")
class LostAnswersTest {
    private static final TestDatabase DATABASE = TestDatabase.shared();
    private static final int ALL = 1_000;

    private final Wiretap wiretap = Wiretap.on(DATABASE.url());
    private TimerStore store;
    private OneShard shard;

    @BeforeEach
    void openOneShard() {
        DATABASE.empty();
        store = new MongoDbStoreProvider().open(wiretap.through(DATABASE.url()));
        store.leases().openGroup(SampleGroups.ONE);
        shard = OneShard.claim(store);
    }

    @AfterEach
    void close() {
        wiretap.loseNext(0, "");
        store.close();
        wiretap.close();
    }

    @Test
    void aRecordWhoseAnswerWasLostIsWrittenOnce() {
        var key = new RecordKind("sample").key("a");
        wiretap.loseNextAnswers(1, "commitTransaction");

        assertThat(store.records().apply(RecordChange.Write.ofNew(key, "one")))
                .isEqualTo(new RecordResult.Changed(1));

        assertThat(store.records().find(key)).contains(new StoredRecord(key, 1, "one"));
        assertThat(store.records().latest(key.kind())).isEqualTo(1);
    }

    @Test
    void aRecordWhoseAnswersAreLostForEverIsOfUnknownOutcome() {
        var key = new RecordKind("sample").key("a");
        wiretap.loseNextAnswers(ALL, "commitTransaction");

        assertThatThrownBy(() -> store.records().apply(RecordChange.Write.ofNew(key, "one")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsAskedAboutAndAppliedOnce() {
        wiretap.loseNextAnswers(1, "commitTransaction");

        shard.schedule(TimerRequest.timer("a").create());

        assertThat(wiretap.heard("commitTransaction")).isEqualTo(2);
        assertThat(wiretap.heard("insert")).isOne();
        shard.schedule(TimerRequest.timer("b").create());
    }

    @Test
    void aCommitThatGotLostIsSentAgain() {
        wiretap.loseNext(2, "commitTransaction");

        DATABASE.withPatientServer(() -> shard.schedule(TimerRequest.timer("a").create()));

        assertThat(wiretap.heard("insert")).isOne();
        assertThat(find("a")).isInstanceOf(Entry.Pending.class);
    }

    @Test
    void aCommitWithoutAnyAnswerIsUnknownAndSeenAfterClaimingAgain() {
        var create = TimerRequest.timer("a").create();
        wiretap.loseNextAnswers(ALL, "commitTransaction");

        assertThatThrownBy(() -> shard.apply(create))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(wiretap.heard("insert")).isOne();

        wiretap.loseNext(0, "");
        var again = shard.claimAgain();
        assertThat(find("a")).isInstanceOf(Entry.Pending.class);
        assertThat(again.apply(create).changes()).isFalse();
    }

    @Test
    void aCommitThatNeverArrivesIsUnknownAndClaimingAgainUndoesIt() {
        wiretap.loseNext(ALL, "commitTransaction");

        assertThatThrownBy(() -> shard.apply(TimerRequest.timer("a").create()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        wiretap.loseNext(0, "");
        var again = shard.claimAgain();
        assertThat(find("a")).isEqualTo(Entry.absent());
        again.schedule(TimerRequest.timer("a").create());
    }

    /** The copies that follow a held one get through, and so the commit has happened by then. */
    @Test
    void aCommitThatArrivesLateChangesNothingMore() {
        wiretap.holdNext("commitTransaction");
        var timer = shard.schedule(TimerRequest.timer("a").create());
        shard.apply(Changes.done(timer));

        wiretap.letGo();

        assertThat(find("a")).isEqualTo(Entry.absent());
    }

    @Test
    void aStepOfATransactionWithoutAnAnswerLeadsToANewTransaction() {
        for (var command : List.of("update", "find", "insert")) {
            wiretap.loseNextAnswers(1, command);

            shard.schedule(TimerRequest.timer("after-" + command).create());

            assertThat(wiretap.heard("insert")).isLessThanOrEqualTo(2);
            assertThat(find("after-" + command)).isInstanceOf(Entry.Pending.class);
        }
        assertThat(shard.send(List.of(), false)).isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    void aServerThatCanNotBeReachedMakesACommitUnavailableAndNotUnknown() {
        wiretap.loseNext(ALL, "update");

        assertThatThrownBy(() -> shard.apply(TimerRequest.timer("a").create()))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(wiretap.heard("commitTransaction")).isZero();
    }

    @Test
    void aClaimWhoseAnswerWasLostRecognisesItsOwnWorkAndTheListOfTheRelease() {
        var underWay = List.of(underWay());
        store.leases().release(List.of(new Release(shard.lease(), TimerRequest.NOON, underWay)));
        var claim = OneShard.nextClaim(store);
        wiretap.loseNextAnswers(1, "findAndModify");

        var result = store.leases().claim(List.of(claim)).getFirst();

        assertThat(result)
                .isEqualTo(new ClaimResult.Claimed(claim.lease(), TimerRequest.NOON, underWay));
        assertThat(store.leases().shards(SampleGroups.ONE.id()).getFirst().handedOver()).isEmpty();
    }

    @Test
    void aClaimWithoutAnyAnswerIsUnknownAndShardsShowItsToken() {
        var claim = OneShard.nextClaim(store);
        wiretap.loseNextAnswers(ALL, "findAndModify");

        // Its copies find that it has happened, but their answers are lost too.
        assertThatThrownBy(() -> store.leases().claim(List.of(claim)))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        wiretap.loseNext(0, "");
        assertThat(
                        store.leases()
                                .shards(SampleGroups.ONE.id())
                                .getFirst()
                                .isHeldUnder(claim.lease()))
                .isTrue();
    }

    @Test
    void aReleaseWhoseAnswerWasLostIsDone() {
        wiretap.loseNextAnswers(1, "findAndModify");

        shard.release();

        assertThat(store.leases().shards(SampleGroups.ONE.id()).getFirst().owner()).isEmpty();
    }

    @Test
    void aBeatIsSentOnceAndUnknownWithoutAnAnswer() {
        var node =
                new NodeRow(
                        new Incarnation(new NodeId("n"), 1),
                        "a",
                        Set.of(),
                        1,
                        1,
                        NodeVersion.UNTOLD,
                        1,
                        TimerRequest.NOON);
        store.nodes().join(node);
        wiretap.loseNextAnswers(1, "update");

        assertThatThrownBy(() -> store.nodes().beat(node.beating(2, TimerRequest.NOON), 1))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(wiretap.heard("update")).isOne();
        assertThat(store.nodes().members().nodes().getFirst().beat()).isEqualTo(2);
    }

    @Test
    void aReadWhoseAnswerWasLostIsAskedAgain() {
        shard.schedule(TimerRequest.timer("a").create());
        wiretap.loseNextAnswers(1, "find");

        assertThat(find("a")).isInstanceOf(Entry.Pending.class);
    }

    private Entry find(String id) {
        return store.timers().find(shard.id(), TimerRequest.timer(id).key());
    }

    private AttemptUnderWay underWay() {
        var timer = shard.schedule(TimerRequest.timer("under-way").create());
        return new AttemptUnderWay(attempt(timer), TimerRequest.NOON);
    }

    private static AttemptId attempt(Timer timer) {
        return new AttemptId(timer.uuid(), timer.generation(), 1);
    }
}
