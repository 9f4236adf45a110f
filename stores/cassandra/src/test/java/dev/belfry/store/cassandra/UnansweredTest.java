package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes that reach the servers and whose answer does not come back. */
@Tag("contract")
class UnansweredTest {
    private static final Keyspace KEYSPACE = Keyspace.shared();

    private final Wiretap wiretap = new Wiretap(KEYSPACE.session());
    private CassandraTimerStore store;
    private OneShard shard;

    @BeforeEach
    void openOneShard() {
        KEYSPACE.emptyStore();
        store = wiretap.store();
        store.leases().openGroup(SampleGroups.ONE);
        shard = OneShard.claim(store);
    }

    @Test
    void aCommitWithoutAnAnswerIsUnknownAndSeenAfterClaimingAgain() {
        loseTheNextAnswer();
        var create = TimerRequest.timer("a").create();

        assertThatThrownBy(() -> shard.apply(create))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        var again = shard.claimAgain();
        assertThat(store.timers().find(shard.id(), create.key())).isInstanceOf(Entry.Pending.class);
        assertThat(again.apply(create).changes()).isFalse();
    }

    @Test
    void theSameCommitSentAgainAfterALostAnswerChangesNothing() {
        loseTheNextAnswer();
        assertThatThrownBy(() -> shard.apply(TimerRequest.timer("a").create()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        var second = shard.send(List.of(TimerRequest.timer("b").create()), false);

        assertThat(second).isEqualTo(new CommitResult.LeaseLost());
        assertThat(store.timers().find(shard.id(), TimerRequest.timer("b").key()))
                .isEqualTo(Entry.absent());
    }

    /** The list of the last owner must not get lost with the answer. */
    @Test
    void aClaimWithoutAnAnswerIsReadBack() {
        var timer = shard.schedule(TimerRequest.timer("a").create());
        var underWay = new AttemptUnderWay(AttemptId.nextOf(timer), TimerRequest.NOON);
        store.leases()
                .release(List.of(new Release(shard.lease(), TimerRequest.NOON, List.of(underWay))));
        var claim = OneShard.nextClaim(store);
        wiretap.forget();
        loseTheNextAnswer();

        var result = store.leases().claim(List.of(claim)).getFirst();

        assertThat(result)
                .isEqualTo(
                        new ClaimResult.Claimed(
                                claim.lease(), TimerRequest.NOON, List.of(underWay)));
        assertThat(wiretap.writes()).hasSize(1);
        assertThat(wiretap.reads().getFirst().getConsistencyLevel()).isEqualTo(Cql.SERIAL);
    }

    @Test
    void aClaimWithoutAnAnswerThatAnotherHasOvertakenIsRefused() {
        var claim = OneShard.nextClaim(store);
        OneShard.claim(store);
        loseTheNextAnswer();

        var result = (ClaimResult.Refused) store.leases().claim(List.of(claim)).getFirst();

        assertThat(result.current().isHeldUnder(claim.lease())).isFalse();
    }

    @Test
    void aClaimThatHasNotArrivedIsUnknown() {
        var claim = OneShard.nextClaim(store);
        wiretap.failBeforeTheNextWrite(() -> new DriverTimeoutException("no answer"));

        assertThatThrownBy(() -> store.leases().claim(List.of(claim)))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        wiretap.forget();
        assertThat(
                        store.leases()
                                .shards(SampleGroups.ONE.id())
                                .getFirst()
                                .isHeldUnder(claim.lease()))
                .isFalse();
        assertThat(wiretap.reads().getFirst().getConsistencyLevel()).isEqualTo(Cql.SERIAL);
    }

    @Test
    void aReleaseWithoutAnAnswerIsUnknown() {
        loseTheNextAnswer();

        assertThatThrownBy(() -> shard.release()).isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(store.leases().shards(SampleGroups.ONE.id()).getFirst().owner()).isEmpty();
    }

    @Test
    void nothingIsSentTwice() {
        wiretap.forget();
        loseTheNextAnswer();

        assertThatThrownBy(() -> shard.apply(TimerRequest.timer("a").create()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(wiretap.writes()).hasSize(1);
    }

    private void loseTheNextAnswer() {
        wiretap.failAfterTheNextWrite(() -> new DriverTimeoutException("no answer"));
    }
}
