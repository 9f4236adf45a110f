package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.delete;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.reading;
import static dev.belfry.check.history.check.Story.scheduled;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.Answer;
import dev.belfry.check.history.Outcome;
import dev.belfry.check.history.Status;
import org.junit.jupiter.api.Test;

/** Operations that overlap. */
class ConcurrencyTest {
    @Test
    void ofTwoCreatesAtOnceOneIsFirst() {
        for (var second : new Status[] {Status.OK, Status.CREATED}) {
            var story = new Story();
            var a = story.invoke(creating());
            var b = story.invoke(creating());
            var first = second == Status.OK ? Status.CREATED : Status.OK;
            clean(story.answer(a, first).answer(b, second));
        }
    }

    @Test
    void twoCreatesAtOnceAreNotBothFirst() {
        var story = new Story();
        var a = story.invoke(creating());
        var b = story.invoke(creating());
        violates(
                story.answer(a, Status.CREATED).answer(b, Status.CREATED),
                Violation.WrongAnswer.class);
    }

    @Test
    void twoCreatesAtOnceAreNotBothSecond() {
        var story = new Story();
        var a = story.invoke(creating());
        var b = story.invoke(creating());
        violates(story.answer(a, Status.OK).answer(b, Status.OK), Violation.WrongAnswer.class);
    }

    @Test
    void aDeleteAtOnceWithACreateMayComeBetweenTwoCreates() {
        var story = new Story();
        var a = story.invoke(creating());
        var b = story.invoke(creating());
        var c = story.invoke(delete());
        clean(story.answer(a, Status.CREATED).answer(b, Status.CREATED).answer(c, Status.DELETED));
    }

    @Test
    void aDeleteThatFoundNothingDoesNotComeBetween() {
        var story = new Story();
        var a = story.invoke(creating());
        var b = story.invoke(creating());
        var c = story.invoke(delete());
        violates(
                story.answer(a, Status.CREATED)
                        .answer(b, Status.CREATED)
                        .answer(c, Status.NOT_FOUND),
                Violation.WrongAnswer.class);
    }

    @Test
    void aReadDuringACreateMaySeeItOrNot() {
        for (var status : new Status[] {Status.OK, Status.NOT_FOUND}) {
            var story = new Story();
            var a = story.invoke(creating());
            clean(story.does(reading(), status).answer(a, Status.CREATED));
        }
    }

    @Test
    void aReadAfterAReadDuringACreateSeesNoLess() {
        var story = new Story();
        var a = story.invoke(creating());
        violates(
                story.does(reading(), Status.OK)
                        .does(reading(), Status.NOT_FOUND)
                        .answer(a, Status.CREATED),
                Violation.WrongAnswer.class);
    }

    @Test
    void theLastOfTwoPutsAtOnceStays() {
        for (int payload : new int[] {2, 3}) {
            var story = new Story().does(creating(), Status.CREATED);
            var a = story.invoke(put(DUE, 2));
            var b = story.invoke(put(DUE, 3));
            story.answer(a, Status.OK).answer(b, Status.OK);
            clean(story.sending(DUE, payload).at(DUE).fires("w1", 1, done()));
        }
    }

    @Test
    void whatBothOfTwoPutsReplacedIsGone() {
        var story = new Story().does(creating(), Status.CREATED);
        var a = story.invoke(put(DUE, 2));
        var b = story.invoke(put(DUE, 3));
        story.answer(a, Status.OK).answer(b, Status.OK);
        violates(story.at(DUE).fires("w1", 1, done()), Violation.FiredAfterReplace.class);
    }

    @Test
    void ofTwoConditionalPutsAtOnceOneFails() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        var a = story.invoke(put(DUE, 2, 5));
        var b = story.invoke(put(DUE, 3, 5));
        clean(
                story.end(a, new Outcome.Ok(Answer.showing(Status.OK, scheduled(6))))
                        .answer(b, Status.PRECONDITION_FAILED));
    }

    @Test
    void ofTwoConditionalPutsAtOnceNotBothSucceed() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        var a = story.invoke(put(DUE, 2, 5));
        var b = story.invoke(put(DUE, 3, 5));
        story.end(a, new Outcome.Ok(Answer.showing(Status.OK, scheduled(6))));
        violates(
                story.end(b, new Outcome.Ok(Answer.showing(Status.OK, scheduled(7)))),
                Violation.WrongAnswer.class);
    }

    @Test
    void aTimerMayBeDoneWhileItIsDeleted() {
        for (var status : new Status[] {Status.DELETED, Status.NOT_FOUND}) {
            var story = new Story().does(creating(), Status.CREATED).at(DUE);
            var a = story.invoke(delete());
            clean(story.fires("w1", 1, done()).answer(a, status).quiesces(60_000));
        }
    }

    @Test
    void aTimerIsNotGoneBeforeItsAttemptIsAnswered() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var attempt = story.start("w1", 1);
        story.at(DUE + 5).does(delete(), Status.NOT_FOUND);
        violates(story.at(DUE + 10).reply(attempt, done()), Violation.WrongAnswer.class);
    }

    @Test
    void aReadAnsweredAfterADeleteMayHaveHappenedBefore() {
        for (var status : new Status[] {Status.OK, Status.NOT_FOUND}) {
            var story = new Story().does(creating(), Status.CREATED);
            var read = story.invoke(reading());
            clean(story.does(delete(), Status.DELETED).answer(read, status));
        }
    }
}
