package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.pause;
import static dev.belfry.check.history.check.Story.resume;
import static dev.belfry.check.history.check.Story.seen;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How often and how soon attempts follow each other. */
class RetriesTest {
    @Test
    void aFailedAttemptIsRetried() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 3_000)
                        .fires("w1", 2, failed())
                        .at(DUE + 9_000)
                        .fires("w1", 3, failed())
                        .remains(seen(TimerState.FAILED, 1, DUE, 3))
                        .quiesces(90_000));
    }

    @Test
    void thePolicyIsTheLimit() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 3_000)
                        .fires("w1", 2, failed())
                        .at(DUE + 9_000)
                        .fires("w1", 3, failed())
                        .at(DUE + 12_000)
                        .fires("w1", 4, failed()),
                Violation.TooManyAttempts.class);
    }

    @Test
    void aPermanentFailureIsNotRetried() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Permanent())
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.TooManyAttempts.class);
    }

    @Test
    void nothingIsRetriedAfterTheMaximalDuration() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.STORE_OUTAGE, DUE, DUE + 700_000)
                        .at(DUE + 700_000)
                        .fires("w1", 1, failed());
        violates(story.at(DUE + 703_000).fires("w1", 2, done()), Violation.TooManyAttempts.class);
    }

    @Test
    void theFirstAttemptIsMadeHoweverLate() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.STORE_OUTAGE, DUE, DUE + 700_000)
                        .at(DUE + 700_000)
                        .fires("w1", 1, failed())
                        .remains(seen(TimerState.FAILED, 1, DUE, 1))
                        .quiesces(DUE + 800_000));
    }

    @Test
    void aRetryWaitsForTheAnswer() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        violates(story.at(DUE + 3_000).fires("w1", 2, done()), Violation.RetriedTooSoon.class);
    }

    @Test
    void aRetryFollowsATimeout() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        clean(story.at(DUE + 31_000).fires("w1", 2, done()));
    }

    @Test
    void aRetryWaitsForRetryAfter() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Failed(Duration.ofSeconds(5)))
                        .at(DUE + 5_000)
                        .fires("w1", 2, done()),
                Violation.RetriedTooSoon.class);
    }

    @Test
    void aRetryComesAfterRetryAfter() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Failed(Duration.ofSeconds(5)))
                        .at(DUE + 5_010)
                        .fires("w1", 2, done()));
    }

    @Test
    void retryAfterIsCappedByThePolicy() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Failed(Duration.ofHours(5)))
                        .at(DUE + 20_010)
                        .fires("w1", 2, done()));
    }

    @Test
    void noAttemptIsSkipped() {
        violates(
                new Story().does(creating(), Status.CREATED).at(DUE).fires("w1", 2, done()),
                Violation.AttemptSkipped.class);
    }

    @Test
    void anAttemptMayNotBeSeenDuringAnOutageOfReceivers() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.RECEIVER_OUTAGE, DUE - 50, DUE + 50)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()));
    }

    @Test
    void aTimerIsNotStuck() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE + 10_001)
                        .fires("w1", 1, done()),
                Violation.Stuck.class);
    }

    @Test
    void aTimerMayBeALittleLate() {
        var story =
                new Story().does(creating(), Status.CREATED).at(DUE + 9_000).fires("w1", 1, done());
        clean(story);
        assertThat(story.check().lateness().percentile(100)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aTimerMayWaitForTheEndOfAnOutage() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.STORE_OUTAGE, DUE, DUE + 50_000)
                        .at(DUE + 55_000)
                        .fires("w1", 1, done()));
    }

    @Test
    void aTimerIsStuckIfItWaitsLongBeforeTheOutage() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.STORE_OUTAGE, DUE + 20_000, DUE + 50_000)
                        .at(DUE + 55_000)
                        .fires("w1", 1, done()),
                Violation.Stuck.class);
    }

    @Test
    void aTimerIsStuckIfItWaitsLongAfterTheOutage() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .fault(FaultKind.STORE_OUTAGE, DUE, DUE + 50_000)
                        .at(DUE + 75_000)
                        .fires("w1", 1, done()),
                Violation.Stuck.class);
    }

    @Test
    void aTimerWaitsWhileItsGroupIsPaused() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.OK)
                        .at(100_000)
                        .does(resume(), Status.OK)
                        .at(101_000)
                        .fires("w1", 1, done()));
    }

    @Test
    void aRetryIsNotStuck() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 14_000)
                        .fires("w1", 2, done()));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 14_011)
                        .fires("w1", 2, done()),
                Violation.Stuck.class);
    }

    @Test
    void aTimerCreatedLateIsDueFromThen() {
        clean(
                new Story()
                        .at(70_000)
                        .does(creating(), Status.CREATED)
                        .at(75_000)
                        .fires("w1", 1, done()));
    }
}
