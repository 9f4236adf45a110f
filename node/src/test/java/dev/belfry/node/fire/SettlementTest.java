package dev.belfry.node.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SettlementTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Group FORGETTING = Group.of("default", 1);
    private static final Group KEEPING =
            new Group(new GroupId("default"), 1, DAY, Duration.ofDays(2));
    private static final RetryPolicy POLICY =
            new RetryPolicy(
                    4, Duration.ofHours(1), Duration.ofSeconds(10), 3.0, Duration.ofMinutes(1));
    private static final CallbackReply FAILED = new CallbackReply.Failed("503", Optional.empty());

    /** Five seconds after the timer was due. */
    private static final Stamp STAMP = new Stamp(new Revision(1_000), NOON.plusSeconds(5));

    private static Timer timer(int attempts, RetryPolicy policy) {
        var key = TimerKey.of("default", "a");
        var spec =
                new TimerSpec(
                        NOON,
                        CallbackTarget.of("http://receiver/"),
                        Payload.of("1"),
                        policy,
                        Optional.empty(),
                        new Digest(1, 1));
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(7),
                new Revision(8),
                spec,
                NOON,
                attempts,
                Optional.empty(),
                AttemptLog.NONE,
                NOON,
                NOON);
    }

    private static Entry after(Timer timer, CallbackReply reply, Group group, long seed) {
        return Settlement.after(timer, reply, group, STAMP, new Random(seed));
    }

    private static Timer pendingAfter(int attempts, CallbackReply reply) {
        return after(timer(attempts, POLICY), reply, FORGETTING, 1).pending().orElseThrow();
    }

    private static KeptTimer keptAfter(int attempts, CallbackReply reply, Group group) {
        var entry = after(timer(attempts, POLICY), reply, group, 1);
        assertThat(entry).isInstanceOf(Entry.Kept.class);
        return ((Entry.Kept) entry).kept();
    }

    @Test
    void doneLeavesNothingWithoutRetention() {
        assertThat(after(timer(0, POLICY), new CallbackReply.Done(), FORGETTING, 1))
                .isEqualTo(Entry.absent());
    }

    @Test
    void doneIsKeptAsReachedForTheRetention() {
        var kept = keptAfter(1, new CallbackReply.Done(), KEEPING);
        assertThat(kept.state()).isEqualTo(TimerState.REACHED);
        assertThat(kept.settledAt()).isEqualTo(STAMP.now());
        assertThat(kept.keepUntil()).isEqualTo(STAMP.now().plus(DAY));
        assertThat(kept.timer().attempts()).isEqualTo(2);
        assertThat(kept.timer().lastError()).isEmpty();
    }

    @Test
    void runAgainStartsANewGenerationAtTheAskedInstant() {
        var at = NOON.plusSeconds(60);
        var next = pendingAfter(3, new CallbackReply.RunAgain(at, Optional.empty()));
        assertThat(next.spec().executeAt()).isEqualTo(at);
        assertThat(next.fireAt()).isEqualTo(at);
        assertThat(next.attempts()).isZero();
        assertThat(next.generation()).isEqualTo(new Generation(1_000));
        assertThat(next.revision()).isEqualTo(new Revision(1_000));
        assertThat(next.spec().payload()).isEqualTo(Payload.of("1"));
    }

    @Test
    void runAgainMayReplaceThePayload() {
        var reply = new CallbackReply.RunAgain(NOON.plusSeconds(60), Optional.of(Payload.of("2")));
        assertThat(pendingAfter(0, reply).spec().payload()).isEqualTo(Payload.of("2"));
    }

    @Test
    void runAgainIsRoundedUpToTheMillisecond() {
        var at = NOON.plusSeconds(60).plusNanos(1);
        var next = pendingAfter(0, new CallbackReply.RunAgain(at, Optional.empty()));
        assertThat(next.fireAt()).isEqualTo(NOON.plusSeconds(60).plusMillis(1));
    }

    @Test
    void runAgainNowOrInThePastMeansAfterTheLeastInterval() {
        for (var at : new Instant[] {STAMP.now(), NOON, Instants.EARLIEST, Instant.MIN}) {
            var next = pendingAfter(0, new CallbackReply.RunAgain(at, Optional.empty()));
            assertThat(next.fireAt()).isEqualTo(STAMP.now().plus(Settlement.MIN_INTERVAL));
        }
    }

    @Test
    void runAgainBeyondAllTimesMeansTheLastInstantThatCanBeStored() {
        for (var at : new Instant[] {Instants.LATEST.plusNanos(1), Instant.MAX}) {
            var next = pendingAfter(0, new CallbackReply.RunAgain(at, Optional.empty()));
            assertThat(next.fireAt()).isEqualTo(Instants.LATEST);
        }
    }

    @Test
    void aFailureKeepsTheGenerationAndCountsTheAttempt() {
        var next = pendingAfter(1, FAILED);
        assertThat(next.generation()).isEqualTo(new Generation(7));
        assertThat(next.revision()).isEqualTo(new Revision(8));
        assertThat(next.attempts()).isEqualTo(2);
        assertThat(next.lastError()).contains("503");
        assertThat(next.spec().executeAt()).isEqualTo(NOON);
        assertThat(next.fireAt()).isAfter(STAMP.now());
    }

    @Test
    void theJitterStaysWithinItsBoundsAndUsesThem() {
        var ceilings =
                new Duration[] {
                    Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1)
                };
        for (int attempts = 0; attempts < ceilings.length; attempts++) {
            var longest = Duration.ZERO;
            for (long seed = 0; seed < 2_000; seed++) {
                var entry = after(timer(attempts, POLICY), FAILED, FORGETTING, seed);
                var wait = Duration.between(STAMP.now(), entry.pending().orElseThrow().fireAt());
                assertThat(wait)
                        .as("seed %d", seed)
                        .isBetween(ceilings[attempts].dividedBy(2), ceilings[attempts]);
                longest = wait.compareTo(longest) > 0 ? wait : longest;
            }
            assertThat(longest).isGreaterThan(ceilings[attempts].multipliedBy(9).dividedBy(10));
        }
    }

    @Test
    void theLastAttemptIsTheLast() {
        var kept = keptAfter(3, FAILED, FORGETTING);
        assertThat(kept.state()).isEqualTo(TimerState.FAILED);
        assertThat(kept.timer().attempts()).isEqualTo(4);
        assertThat(kept.timer().lastError()).contains("503");
        assertThat(kept.keepUntil()).isEqualTo(STAMP.now().plus(Group.DEFAULT_FAILED_RETENTION));
        assertThat(keptAfter(3, FAILED, KEEPING).keepUntil())
                .isEqualTo(STAMP.now().plus(Duration.ofDays(2)));
    }

    @Test
    void noAttemptIsPlannedLaterThanTheLongestDurationAfterExecuteAt() {
        var policy =
                new RetryPolicy(
                        100,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        1.0,
                        Duration.ofSeconds(10));
        for (long seed = 0; seed < 1_000; seed++) {
            switch (after(timer(0, policy), FAILED, FORGETTING, seed)) {
                case Entry.Pending(var next) ->
                        assertThat(next.fireAt()).isBeforeOrEqualTo(NOON.plusSeconds(10));
                case Entry.Kept(var kept) -> assertThat(kept.state()).isEqualTo(TimerState.FAILED);
                case Entry.Absent() -> throw new AssertionError("seed " + seed);
            }
        }
    }

    @Test
    void oneThatCameLateIsTriedAsLongFromItsFirstAttempt() {
        var late = timer(0, POLICY).rescheduled(new Revision(9), longAgo(), NOON, NOON);

        assertThat(after(late, FAILED, FORGETTING, 1).pending()).isPresent();
    }

    private static TimerSpec longAgo() {
        return timer(0, POLICY).spec().executeAt(NOON.minus(DAY.multipliedBy(400)));
    }

    @Test
    void retryAfterIsRespectedWhenItIsLongerThanTheBackoff() {
        var reply = new CallbackReply.Failed("429", Optional.of(Duration.ofSeconds(45)));
        assertThat(pendingAfter(0, reply).fireAt()).isEqualTo(STAMP.now().plusSeconds(45));
    }

    @Test
    void retryAfterIsCappedByTheLongestInterval() {
        var reply = new CallbackReply.Failed("429", Optional.of(Duration.ofDays(400)));
        assertThat(pendingAfter(0, reply).fireAt()).isEqualTo(STAMP.now().plusSeconds(60));
    }

    @Test
    void retryAfterDoesNotShortenTheBackoff() {
        for (var asked : new Duration[] {Duration.ZERO, Duration.ofDays(-1)}) {
            var reply = new CallbackReply.Failed("429", Optional.of(asked));
            assertThat(pendingAfter(0, reply)).isEqualTo(pendingAfter(0, withError("429")));
        }
    }

    private static CallbackReply withError(String error) {
        return new CallbackReply.Failed(error, Optional.empty());
    }

    @Test
    void aPermanentFailureIsKeptAtOnce() {
        var kept = keptAfter(0, new CallbackReply.FailedForGood("404"), FORGETTING);
        assertThat(kept.state()).isEqualTo(TimerState.FAILED);
        assertThat(kept.timer().attempts()).isOne();
        assertThat(kept.timer().lastError()).contains("404");
    }

    @Test
    void aLongErrorIsCut() {
        var next = pendingAfter(0, withError("x".repeat(10_000)));
        assertThat(next.lastError()).contains("x".repeat(Timer.MAX_ERROR_LENGTH));
    }

    @Test
    void whatWasNotSentLeavesTheTimerAsItIs() {
        var timer = timer(2, POLICY);
        assertThat(after(timer, new CallbackReply.NotSent(), KEEPING, 1))
                .isEqualTo(new Entry.Pending(timer));
    }

    @Test
    void aPostponedTimerKeepsItsAttemptsAndNeverMovesBack() {
        var timer = timer(2, POLICY).firingAt(NOON.plusSeconds(100));
        var later = Settlement.postponed(timer, Duration.ofMinutes(5), NOON);
        assertThat(later).isEqualTo(new Entry.Pending(timer.firingAt(NOON.plusSeconds(300))));
        var same = Settlement.postponed(timer, Duration.ofSeconds(5), NOON);
        assertThat(same).isEqualTo(new Entry.Pending(timer));
    }
}
