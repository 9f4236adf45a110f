package dev.belfry.history.check;

import static dev.belfry.history.check.Story.DUE;
import static dev.belfry.history.check.Story.creating;
import static dev.belfry.history.check.Story.delete;
import static dev.belfry.history.check.Story.done;
import static dev.belfry.history.check.Story.failed;
import static dev.belfry.history.check.Story.patchOthers;
import static dev.belfry.history.check.Story.patchPayload;
import static dev.belfry.history.check.Story.put;
import static dev.belfry.history.check.Story.reading;
import static dev.belfry.history.check.Story.redrive;
import static dev.belfry.history.check.Story.scheduled;
import static dev.belfry.history.check.Story.seen;
import static dev.belfry.history.check.Verdicts.clean;
import static dev.belfry.history.check.Verdicts.violates;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.TimerState;
import dev.belfry.history.InFlight;
import dev.belfry.history.Operation;
import dev.belfry.history.Reply;
import dev.belfry.history.Status;
import org.junit.jupiter.api.Test;

/** Answers that some order of the operations explains, and answers that none does. */
class AnswersTest {
    @Test
    void aTimerIsCreatedOnce() {
        violates(
                new Story().does(creating(), Status.CREATED).does(creating(), Status.CREATED),
                Violation.WrongAnswer.class);
    }

    @Test
    void aTimerMayBeCreatedAgainAfterItWasDeleted() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .does(creating(), Status.CREATED));
    }

    @Test
    void aTimerMayBeCreatedAgainAfterItWasDone() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .does(creating(), Status.CREATED));
    }

    @Test
    void aTimerCanNotBeCreatedAgainWhileItsAttemptIsUnanswered() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        violates(story.does(creating(), Status.CREATED), Violation.WrongAnswer.class);
    }

    @Test
    void anIdenticalCreateIsAnswered200() {
        clean(new Story().does(creating(), Status.CREATED).does(creating(), Status.OK));
    }

    @Test
    void aDifferentCreateIsNotAnswered200() {
        violates(
                new Story().does(creating(), Status.CREATED).does(creating(DUE, 2), Status.OK),
                Violation.WrongAnswer.class);
    }

    @Test
    void aDifferentCreateIsAnswered409() {
        clean(new Story().does(creating(), Status.CREATED).does(creating(DUE, 2), Status.EXISTS));
    }

    @Test
    void nothingConflictsWithoutATimer() {
        violates(new Story().does(creating(), Status.EXISTS), Violation.WrongAnswer.class);
    }

    @Test
    void anAcknowledgedTimerIsFound() {
        clean(new Story().does(creating(), Status.CREATED).does(reading(), Status.OK));
    }

    @Test
    void anAcknowledgedTimerIsNot404() {
        violates(
                new Story().does(creating(), Status.CREATED).does(reading(), Status.NOT_FOUND),
                Violation.WrongAnswer.class);
    }

    @Test
    void aDeletedTimerIs404() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .does(reading(), Status.NOT_FOUND)
                        .does(delete(), Status.NOT_FOUND));
    }

    @Test
    void aDeletedTimerIsNotFound() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .does(reading(), Status.OK),
                Violation.WrongAnswer.class);
    }

    @Test
    void aRefusedDeleteChangesNothing() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .refused(delete())
                        .does(reading(), Status.NOT_FOUND),
                Violation.WrongAnswer.class);
    }

    @Test
    void aReadMayBeStaleIfTheBoundsSaySo() {
        clean(
                new Story().does(creating(), Status.CREATED).does(reading(), Status.NOT_FOUND),
                Bounds.ofSimulation().freshReads(false));
    }

    @Test
    void aPutOfNothingCreates() {
        violates(new Story().does(put(DUE, 1), Status.OK), Violation.WrongAnswer.class);
    }

    @Test
    void aPutOverATimerReplaces() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(put(DUE, 2), Status.OK)
                        .does(creating(DUE, 2), Status.OK));
    }

    @Test
    void aPutOverATimerDoesNotCreate() {
        violates(
                new Story().does(creating(), Status.CREATED).does(put(DUE, 2), Status.CREATED),
                Violation.WrongAnswer.class);
    }

    @Test
    void aPatchOfNothingIs404() {
        clean(new Story().does(patchPayload(2), Status.NOT_FOUND));
        violates(new Story().does(patchPayload(2), Status.OK), Violation.WrongAnswer.class);
    }

    @Test
    void aPatchedTimerIsNotIdenticalToWhatWasAskedFirst() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchPayload(2), Status.OK)
                        .does(creating(), Status.EXISTS));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchPayload(2), Status.OK)
                        .does(creating(), Status.OK),
                Violation.WrongAnswer.class);
    }

    @Test
    void aPatchOfFieldsNobodyKeptMayHaveChangedThem() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchOthers(), Status.OK)
                        .does(creating(), Status.OK));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchOthers(), Status.OK)
                        .does(creating(), Status.EXISTS));
    }

    @Test
    void aRevisionThatIsCurrentMatches() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.does(put(DUE, 2, 5), Status.OK));
    }

    @Test
    void aRevisionThatIsCurrentIsNot412() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(
                story.does(put(DUE, 2, 5), Status.PRECONDITION_FAILED),
                Violation.WrongAnswer.class);
    }

    @Test
    void aRevisionThatIsNotCurrentIs412() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.does(put(DUE, 2, 4), Status.PRECONDITION_FAILED));
    }

    @Test
    void aRevisionThatIsNotCurrentDoesNotMatch() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.does(put(DUE, 2, 4), Status.OK), Violation.WrongAnswer.class);
    }

    @Test
    void aRevisionNobodyWasShownMayMatchOrNot() {
        clean(new Story().does(creating(), Status.CREATED).does(put(DUE, 2, 4), Status.OK));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(put(DUE, 2, 4), Status.PRECONDITION_FAILED));
    }

    @Test
    void nothingIsThereToMatch() {
        clean(
                new Story()
                        .does(
                                new Operation.Put(
                                        Story.KEY,
                                        Story.request(DUE, 1),
                                        new Precondition.Exists()),
                                Status.PRECONDITION_FAILED));
    }

    @Test
    void aChangeRaisesTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.shows(put(DUE, 2), Status.OK, scheduled(6)));
    }

    @Test
    void aChangeDoesNotLowerTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.shows(put(DUE, 2), Status.OK, scheduled(4)), Violation.WrongAnswer.class);
    }

    @Test
    void anIdenticalPutKeepsTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.shows(put(DUE, 1), Status.OK, scheduled(6)), Violation.WrongAnswer.class);
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
