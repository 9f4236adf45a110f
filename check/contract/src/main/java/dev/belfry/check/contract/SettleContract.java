package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.done;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.putOff;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.Changes.withPayload;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.SETTLED;
import static dev.belfry.core.mutation.Verdict.SUPERSEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settling attempts: a settlement applies only to the very state it was worked out from. */
public interface SettleContract extends StoreUnderTest {
    @Test
    default void aFinishedTimerIsGone(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        assertThat(shard.apply(done(first)).verdict()).isEqualTo(SETTLED);
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aFailedAttemptMovesTheRowAndIsCounted(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var waiting = shard.schedule(retried(first, "HTTP 503", NOON.plusSeconds(30)));

        assertThat(waiting.attempts()).isOne();
        assertThat(waiting.lastError()).contains("HTTP 503");
        assertThat(waiting.generation()).isEqualTo(first.generation());
        assertThat(waiting.spec().executeAt()).isEqualTo(NOON);
        assertThat(shard.rows()).containsExactly(waiting);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(waiting));
    }

    @Test
    default void aTimerThatIsPutOffMovesWithItsAttemptsUnchanged(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var later = shard.schedule(putOff(first, NOON.plusMillis(1)));

        assertThat(later).isEqualTo(first.firingAt(NOON.plusMillis(1)));
        assertThat(shard.rows()).containsExactly(later);
    }

    @Test
    default void aNewScheduleAfterACallbackTakesThePlaceOfTheOldOne(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var stamp = Stamps.next();
        var again =
                first.rescheduled(
                        stamp.revision(),
                        first.spec().executeAt(NOON.plusSeconds(3_600)),
                        NOON.plusSeconds(3_600),
                        stamp.now());

        assertThat(shard.schedule(new Settle(first, new Entry.Pending(again)))).isEqualTo(again);
        assertThat(shard.rows()).containsExactly(again);
    }

    @Test
    default void aSettlementOfAnEarlierAttemptIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var second = shard.schedule(retried(first, "HTTP 503", NOON.plusSeconds(30)));

        assertNoneApplies(shard, first, second);
    }

    @Test
    default void aSettlementOfAnEarlierGenerationIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var second = shard.schedule(timer("a").payload("2").put());

        assertThat(second.position()).isEqualTo(first.position());
        assertNoneApplies(shard, first, second);
    }

    @Test
    default void aSettlementOfAnEarlierRevisionIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var second = shard.schedule(withPayload("a", "2"));

        assertThat(second.generation()).isEqualTo(first.generation());
        assertNoneApplies(shard, first, second);
    }

    @Test
    default void aSettlementOfARowThatWasPutOffIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var second = shard.schedule(putOff(first, NOON.plusSeconds(5)));

        assertNoneApplies(shard, first, second);
    }

    @Test
    default void aSettlementOfAMovedTimerIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var second = shard.schedule(move("a", NOON.minusSeconds(5)));

        assertNoneApplies(shard, first, second);
    }

    @Test
    default void aSettlementNeverBringsADeletedTimerBack(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.apply(delete("a"));

        for (var settlement : settlementsOf(first)) {
            var decision = shard.apply(settlement);
            assertThat(decision.verdict()).isEqualTo(SUPERSEDED);
            assertThat(decision.before()).isEqualTo(Entry.absent());
        }
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aSettlementOfAKeptTimerIsSuperseded(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var kept = shard.keep(gaveUp(first, NOON));

        for (var settlement : settlementsOf(first)) {
            assertThat(shard.apply(settlement).verdict()).isEqualTo(SUPERSEDED);
        }
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(shard.rows()).isEmpty();
    }

    private static void assertNoneApplies(OwnedShard shard, Timer outdated, Timer current) {
        for (var settlement : settlementsOf(outdated)) {
            var decision = shard.apply(settlement);
            assertThat(decision.verdict()).isEqualTo(SUPERSEDED);
            assertThat(decision.before()).isEqualTo(new Entry.Pending(current));
        }
        assertThat(shard.rows()).containsExactly(current);
        assertThat(shard.find(current.key().id())).isEqualTo(new Entry.Pending(current));
    }

    private static List<Settle> settlementsOf(Timer timer) {
        return List.of(
                done(timer),
                retried(timer, "HTTP 500", NOON.plusSeconds(99)),
                putOff(timer, NOON.plusSeconds(99)),
                reached(timer, NOON),
                gaveUp(timer, NOON));
    }
}
