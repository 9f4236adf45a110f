package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.Changes.withPayload;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.HEADERS_REQUIRED;
import static dev.belfry.core.mutation.Verdict.IDENTICAL;
import static dev.belfry.core.mutation.Verdict.NOT_FOUND;
import static dev.belfry.core.mutation.Verdict.PATCHED;
import static dev.belfry.core.mutation.Verdict.REDRIVEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Changing some fields, moving, reviving and redriving. */
public interface PatchContract extends StoreUnderTest {
    @Test
    default void aPatchOfExecuteAtMovesTheRow(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var decision = shard.apply(move("a", NOON.plusSeconds(60)));

        var moved = decision.after().pending().orElseThrow();
        assertThat(decision.verdict()).isEqualTo(PATCHED);
        assertThat(decision.before()).isEqualTo(new Entry.Pending(first));
        assertThat(moved.fireAt()).isEqualTo(NOON.plusSeconds(60));
        assertThat(shard.rows()).containsExactly(moved);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(moved));
    }

    @Test
    default void aRowMovedThereAndBackIsThereOnce(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.apply(move("a", NOON.plusSeconds(60)));

        var back = shard.schedule(move("a", NOON));

        assertThat(back.position()).isEqualTo(first.position());
        assertThat(shard.rows()).containsExactly(back);
    }

    @Test
    default void aPatchOfOtherFieldsReplacesTheRowInPlace(OwnedShard shard) {
        var created = shard.schedule(timer("a").create());
        var waiting = shard.schedule(retried(created, "HTTP 503", NOON.plusSeconds(30)));

        var patched = shard.schedule(withPayload("a", "[ 1.10 ]"));

        assertThat(patched.spec().payload()).isEqualTo(Payload.of("[ 1.10 ]"));
        assertThat(patched.position()).isEqualTo(waiting.position());
        assertThat(patched.generation()).isEqualTo(waiting.generation());
        assertThat(patched.attempts()).isOne();
        assertThat(shard.rows()).containsExactly(patched);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(patched));
    }

    @Test
    default void everyFieldCanBePatchedAtOnce(OwnedShard shard) {
        shard.apply(timer("a").create());
        var headers = CallbackHeaders.fromText("X-One: 1\nx-two: second; q=\"2\"");
        var policy =
                new RetryPolicy(
                        9,
                        Duration.ofDays(9),
                        Duration.ofMillis(9),
                        1.25,
                        Duration.ofMillis(12_345));
        var patch =
                new TimerPatch(
                        Optional.of(NOON.minusSeconds(1)),
                        Optional.of("https://other.example:8443/hook?q=%20&r=ü"),
                        Optional.of(Duration.ofMillis(1_234)),
                        Optional.of(headers),
                        Optional.of(Payload.of("null")),
                        Optional.of(policy),
                        Optional.of(Optional.of("trace-9")),
                        new Digest(1, 2));

        var patched = shard.schedule(Changes.patch(timer("a").key(), patch));

        assertThat(patched.spec().retryPolicy()).isEqualTo(policy);
        assertThat(patched.spec().target().headers()).isEqualTo(headers);
        assertThat(shard.rows()).containsExactly(patched);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(patched));
    }

    @Test
    default void storedHeadersDoNotFollowAPatchToAnotherOrigin(OwnedShard shard) {
        var secret = CallbackHeaders.fromText("Authorization: Bearer hunter2");
        var target =
                new CallbackTarget("https://own.example", CallbackTarget.DEFAULT_TIMEOUT, secret);
        var first = shard.schedule(timer("a").target(target).create());
        var patch =
                new TimerPatch(
                        Optional.empty(),
                        Optional.of("https://other.example"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Digest(1, 2));

        assertThat(shard.apply(Changes.patch(timer("a").key(), patch)).verdict())
                .isEqualTo(HEADERS_REQUIRED);
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void aPatchToWhatIsThereChangesNothing(OwnedShard shard) {
        var first = shard.schedule(timer("a").payload("1").create());

        assertThat(shard.apply(withPayload("a", "1")).verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.apply(move("a", NOON)).verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void aPatchOfNothingCreatesNothing(OwnedShard shard) {
        assertThat(shard.apply(move("a", NOON)).verdict()).isEqualTo(NOT_FOUND);
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aPatchOfExecuteAtRevivesAKeptTimerAndRemovesItsRecord(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.keep(reached(first, NOON));

        var revived = shard.schedule(move("a", NOON.plusSeconds(60)));

        assertThat(revived.createdAt()).isEqualTo(first.createdAt());
        assertThat(revived.generation()).isNotEqualTo(first.generation());
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(revived));
        assertThat(shard.rows()).containsExactly(revived);
        assertThat(KeptContract.keptIds(shard, TimerState.REACHED)).isEmpty();
    }

    @Test
    default void aPatchOfOtherFieldsLeavesAKeptTimerAlone(OwnedShard shard) {
        var kept = shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        assertThat(shard.apply(withPayload("a", "2")).verdict()).isEqualTo(NOT_FOUND);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aRedriveSchedulesAFailedTimerAndRemovesItsRecord(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        var decision = shard.apply(redrive("a"));

        var redriven = decision.after().pending().orElseThrow();
        assertThat(decision.verdict()).isEqualTo(REDRIVEN);
        assertThat(redriven.attempts()).isZero();
        assertThat(redriven.lastError()).isEmpty();
        assertThat(shard.rows()).containsExactly(redriven);
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).isEmpty();
    }

    @Test
    default void aRedriveOfAPendingOrReachedTimerChangesNothing(OwnedShard shard) {
        var pending = shard.schedule(timer("a").create());
        var kept = shard.keep(reached(shard.schedule(timer("b").create()), NOON));

        assertThat(shard.apply(redrive("a")).changes()).isFalse();
        assertThat(shard.apply(redrive("b")).verdict()).isEqualTo(NOT_FOUND);
        assertThat(shard.rows()).containsExactly(pending);
        assertThat(shard.find("b")).isEqualTo(new Entry.Kept(kept));
    }
}
