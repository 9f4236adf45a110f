package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.reading;
import static dev.belfry.check.history.check.Story.redrive;
import static dev.belfry.check.history.check.Story.scheduled;
import static dev.belfry.check.history.check.Story.seen;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

/** What answers show of attempts, and of timers that are settled. */
class KeptTimersTest {
    @Test
    void aTimerCanNotBeCreatedAgainWhileItsAttemptIsUnanswered() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        violates(story.does(creating(), Status.CREATED), Violation.WrongAnswer.class);
    }

    @Test
    void aFailedAttemptMayBeCountedOnceItIsAnswered() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .shows(reading(), Status.OK, seen(TimerState.SCHEDULED, 5, DUE, 1)));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .shows(reading(), Status.OK, scheduled(5)));
    }

    @Test
    void anAttemptThatDidNotHappenIsNotCounted() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .shows(reading(), Status.OK, seen(TimerState.SCHEDULED, 5, DUE, 2)),
                Violation.WrongAnswer.class);
    }

    @Test
    void aReachedTimerIsKeptIfTheGroupKeepsIt() {
        var story =
                new Story()
                        .keepsReached()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done());
        clean(
                story.shows(reading(), Status.OK, seen(TimerState.REACHED, 5, DUE, 0))
                        .does(creating(), Status.OK));
    }

    @Test
    void aReachedTimerIsNotKeptOtherwise() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .shows(reading(), Status.OK, seen(TimerState.REACHED, 5, DUE, 0)),
                Violation.WrongAnswer.class);
    }

    @Test
    void aReachedTimerIsForgottenAfterItsTime() {
        var story =
                new Story()
                        .keepsReached()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done());
        clean(story.at(DUE + 3_700_000).does(reading(), Status.NOT_FOUND));
    }

    @Test
    void aReachedTimerIsNotForgottenBeforeItsTime() {
        var story =
                new Story()
                        .keepsReached()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .shows(reading(), Status.OK, seen(TimerState.REACHED, 5, DUE, 0));
        violates(
                story.at(DUE + 3_000_000).does(reading(), Status.NOT_FOUND),
                Violation.WrongAnswer.class);
    }

    @Test
    void onlyAFailedTimerIsRedriven() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Permanent())
                        .does(redrive(), Status.OK));
        clean(new Story().does(creating(), Status.CREATED).does(redrive(), Status.EXISTS));
        violates(
                new Story().does(creating(), Status.CREATED).does(redrive(), Status.OK),
                Violation.WrongAnswer.class);
    }

    @Test
    void aDeleteSaysThatAnAttemptIsUnderWay() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var attempt = story.start("w1", 1);
        clean(story.at(DUE + 100).deletes(InFlight.STARTED).at(DUE + 200).reply(attempt, done()));
    }

    @Test
    void aDeleteDoesNotDenyAnAttemptUnderWay() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var attempt = story.start("w1", 1);
        violates(
                story.at(DUE + 100).deletes(InFlight.NONE).at(DUE + 200).reply(attempt, done()),
                Violation.WrongAnswer.class);
    }

    @Test
    void aDeleteMayForgetAnAttemptThatTimedOut() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        clean(story.at(DUE + 30_001).deletes(InFlight.NONE));
    }
}
