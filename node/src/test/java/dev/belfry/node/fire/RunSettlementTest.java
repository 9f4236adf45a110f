package dev.belfry.node.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Fire;
import dev.belfry.core.mutation.PauseRuns;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.schedule.CatchUp;
import dev.belfry.core.schedule.OnFailure;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunSettlementTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Group GROUP = Group.of("default", 1);
    private static final CallbackReply GONE = new CallbackReply.FailedForGood("HTTP 410");

    /** Lower than the generation: the clock of another owner was ahead. */
    private static final Stamp STAMP = new Stamp(new Revision(5), NOON.plusSeconds(5));

    private static Timer timer(long count, OnFailure onFailure) {
        var schedule =
                new TimerSchedule(
                        new Rule.Every(MINUTE, NOON),
                        Optional.empty(),
                        Optional.empty(),
                        count,
                        CatchUp.LATEST,
                        Duration.ZERO,
                        onFailure);
        var key = TimerKey.of("default", "a");
        var place = Recurrence.first(schedule, NOON.minusMillis(1)).orElseThrow();
        var spec =
                new TimerSpec(
                        NOON,
                        CallbackTarget.of("http://receiver/"),
                        Payload.of("1"),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        Optional.of(place),
                        new Digest(1, 1));
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(7),
                new Revision(3),
                spec,
                NOON,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                NOON,
                NOON);
    }

    private static Settle settled(Timer timer, CallbackReply reply) {
        return Settlement.settle(
                timer, new AttemptResult(reply, Optional.empty()), GROUP, STAMP, new Random(1));
    }

    private static Timer next(Settle settle) {
        return settle.next().pending().orElseThrow();
    }

    @Test
    void aRunIsFollowedByTheNextWhichRaisesTheGenerationAlone() {
        var next = next(settled(timer(0, OnFailure.CONTINUE), new CallbackReply.Done()));

        assertThat(next.fireAt()).isEqualTo(NOON.plus(MINUTE));
        assertThat(next.spec().executeAt()).isEqualTo(NOON.plus(MINUTE));
        assertThat(next.generation()).isEqualTo(new Generation(8));
        assertThat(next.revision()).isEqualTo(new Revision(3));
        assertThat(next.recurrence().orElseThrow().run()).isEqualTo(2);
    }

    @Test
    void theLastRunEndsTheTimer() {
        assertThat(settled(timer(1, OnFailure.CONTINUE), new CallbackReply.Done()).next())
                .isEqualTo(Entry.absent());
        var failed = settled(timer(1, OnFailure.CONTINUE), GONE);
        assertThat(failed.next()).isEqualTo(Entry.absent());
        assertThat(failed.failedRun()).isPresent();
    }

    @Test
    void aRunThatFailsAfterAClockBehindPausedItAwayWaitsForTheResume() {
        var paused = pausedRuns(timer(0, OnFailure.CONTINUE), true, NOON.minusSeconds(9));
        assertThat(paused.fireAt()).isEqualTo(Instants.LATEST);
        var retry = next(settled(paused, CallbackReply.Failed.unanswered("no")));

        assertThat(retry.fireAt()).isEqualTo(Instants.LATEST);
        var resumed = pausedRuns(retry, false, NOON.plusSeconds(9));
        assertThat(resumed.fireAt()).isBefore(NOON.plus(MINUTE).plusMillis(1));
        assertThat(resumed.spec().executeAt()).isEqualTo(resumed.fireAt());
    }

    private static Timer pausedRuns(Timer timer, boolean pause, Instant now) {
        var stamp = new Stamp(new Revision(timer.revision().value() + 1), now);
        return new PauseRuns(timer.key(), pause, Precondition.none(), stamp)
                .decide(new Entry.Pending(timer), Instants.EARLIEST)
                .after()
                .pending()
                .orElseThrow();
    }

    @Test
    void aRetryIsStillTheSameRun() {
        var timer = timer(0, OnFailure.CONTINUE);
        var retry = next(settled(timer, CallbackReply.Failed.unanswered("no")));

        assertThat(retry.generation()).isEqualTo(timer.generation());
        assertThat(retry.attempts()).isEqualTo(1);
        assertThat(retry.recurrence()).isEqualTo(timer.recurrence());
    }

    @Test
    void aRunThatIsAskedForAgainIsTheSameRunUnderTheSameRevision() {
        var timer = timer(0, OnFailure.CONTINUE);
        var at = NOON.plusSeconds(20);
        var again = next(settled(timer, new CallbackReply.RunAgain(at, Optional.empty())));

        assertThat(again.fireAt()).isEqualTo(at);
        assertThat(again.generation()).isEqualTo(new Generation(8));
        assertThat(again.revision()).isEqualTo(timer.revision());
        assertThat(again.recurrence()).isEqualTo(timer.recurrence());
    }

    @Test
    void aFailedRunIsKeptUnderAKeyOfItsOwn() {
        var settle = settled(timer(0, OnFailure.CONTINUE), GONE);
        var run = settle.failedRun().orElseThrow().timer();

        assertThat(run.key()).isEqualTo(TimerKey.of("default", "a").ofRun(NOON));
        assertThat(run.uuid()).isEqualTo(TimerUuid.of(run.key()));
        assertThat(run.lastError()).contains("HTTP 410");
        assertThat(run.recurrence()).isEmpty();
        assertThat(next(settle).recurrence().orElseThrow().failed()).containsExactly(NOON);
        assertThat(next(settle).fireAt()).isEqualTo(NOON.plus(MINUTE));
    }

    @Test
    void aFailedRunMayPauseTheSchedule() {
        var next = next(settled(timer(0, OnFailure.PAUSE), GONE));

        assertThat(next.recurrence().orElseThrow().paused()).isTrue();
        assertThat(next.recurrence().orElseThrow().scheduledFor()).isEqualTo(NOON.plus(MINUTE));
        assertThat(next.fireAt()).isEqualTo(Instants.LATEST);
    }

    @Test
    void aRunInTimeStarts() {
        assertThat(RunSettlement.insteadOf(timer(0, OnFailure.CONTINUE), GROUP, NOON)).isEmpty();
    }

    @Test
    void aRunThatWasOvertakenGivesWayUnderAnotherGeneration() {
        var timer = timer(0, OnFailure.CONTINUE);
        var late = NOON.plusSeconds(150);
        var other =
                RunSettlement.insteadOf(timer, GROUP, late).flatMap(Entry::pending).orElseThrow();

        assertThat(other.recurrence().orElseThrow().scheduledFor())
                .isEqualTo(NOON.plusSeconds(120));
        assertThat(other.recurrence().orElseThrow().run()).isEqualTo(1);
        assertThat(other.generation()).isEqualTo(new Generation(8));
        var retried = timer.failed("no", NOON, NOON);
        assertThat(RunSettlement.insteadOf(retried, GROUP, late)).isEmpty();
    }

    @Test
    void aRunThatIsAskedForAgainStartsThenHoweverManyWereDueMeanwhile() {
        var at = NOON.plusSeconds(130);
        var again =
                next(
                        settled(
                                timer(0, OnFailure.CONTINUE),
                                new CallbackReply.RunAgain(at, Optional.empty())));

        assertThat(RunSettlement.insteadOf(again, GROUP, at)).isEmpty();
    }

    @Test
    void aPausedScheduleThatIsFiredRunsOnce() {
        var timer = timer(0, OnFailure.CONTINUE);
        var place = timer.recurrence().orElseThrow().paused(true);
        var paused = timer.nextRun(place, timer.generation(), NOON);
        var fire = new Fire(timer.key(), Precondition.none(), STAMP);
        var fired =
                fire.decide(new Entry.Pending(paused), Instants.EARLIEST)
                        .after()
                        .pending()
                        .orElseThrow();

        assertThat(RunSettlement.insteadOf(fired, GROUP, STAMP.now())).isEmpty();
        var next = next(settled(fired, new CallbackReply.Done()));
        assertThat(next.recurrence().orElseThrow().paused()).isTrue();
        assertThat(next.fireAt()).isEqualTo(Instants.LATEST);
    }

    @Test
    void aDueRunIsLetGoOnByAPatchOfItsSchedule() {
        var timer = timer(0, OnFailure.CONTINUE);
        var half = NOON.plus(Duration.ofMinutes(30));
        var hourly = TimerSchedule.of(new Rule.Every(Duration.ofHours(1), half));
        var place = timer.recurrence().orElseThrow().schedule(hourly);
        var patched = timer.changed(new Revision(9), timer.spec().recurrence(place), NOON);

        assertThat(RunSettlement.insteadOf(patched, GROUP, STAMP.now())).isEmpty();
        assertThat(next(settled(patched, new CallbackReply.Done())).fireAt()).isEqualTo(half);
    }
}
