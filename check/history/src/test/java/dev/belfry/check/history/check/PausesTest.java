package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.pause;
import static dev.belfry.check.history.check.Story.resume;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.Status;
import org.junit.jupiter.api.Test;

/** Attempts and pauses. */
class PausesTest {
    @Test
    void nothingFiresWhilePaused() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.OK)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.FiredWhilePaused.class);
    }

    @Test
    void anAttemptMayStartBeforeThePauseIsAnswered() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var pause = story.invoke(pause());
        story.at(DUE + 1).fires("w1", 1, done());
        clean(story.answer(pause, Status.OK));
    }

    @Test
    void anAttemptMayStartOnceAResumeIsUnderWay() {
        var story = new Story().does(creating(), Status.CREATED).does(pause(), Status.OK).at(DUE);
        story.invoke(resume());
        clean(story.fires("w1", 1, done()));
    }

    @Test
    void aPauseThatIsNotConfirmedPromisesNothing() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.ACCEPTED)
                        .at(DUE)
                        .fires("w1", 1, done()));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(pause())
                        .at(DUE)
                        .fires("w1", 1, done()));
    }

    @Test
    void anUnknownResumeMayEndALaterPause() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(resume())
                        .does(pause(), Status.OK)
                        .at(DUE)
                        .fires("w1", 1, done()));
    }

    @Test
    void aRefusedResumeDoesNotEndAPause() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.OK)
                        .refused(resume())
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.FiredWhilePaused.class);
    }
}
