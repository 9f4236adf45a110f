package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.pause;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.scheduled;
import static dev.belfry.check.history.check.Story.seen;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

/** What must be, and what must not be, in the store at the end. */
class FinalStateTest {
    @Test
    void aTimerThatIsDoneIsGone() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .quiesces(60_000));
    }

    @Test
    void aTimerThatNeverFiredIsLost() {
        violates(
                new Story().does(creating(), Status.CREATED).quiesces(60_000),
                Violation.Lost.class);
    }

    @Test
    void aTimerThatIsNotDueYetMustBeThere() {
        clean(
                new Story()
                        .does(creating(90_000, 1), Status.CREATED)
                        .remains(seen(TimerState.SCHEDULED, 1, 90_000, 0))
                        .quiesces(60_000));
        violates(
                new Story().does(creating(90_000, 1), Status.CREATED).quiesces(60_000),
                Violation.Lost.class);
    }

    @Test
    void aTimerWhoseOnlyAttemptHungIsLost() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        violates(story.quiesces(90_000), Violation.Lost.class);
    }

    @Test
    void aTimerThatFailedOnceIsLostIfItIsGone() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .quiesces(60_000),
                Violation.Lost.class);
    }

    @Test
    void aTimerThatFailedForGoodMustBeKept() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Permanent());
        violates(story.quiesces(60_000), Violation.Lost.class);
    }

    @Test
    void aTimerThatIsDueAndThereIsStuck() {
        violates(
                new Story().does(creating(), Status.CREATED).remains(scheduled(1)).quiesces(60_000),
                Violation.Stuck.class);
    }

    @Test
    void aTimerThatIsDoneAndThereIsStuck() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .remains(scheduled(1))
                        .quiesces(60_000),
                Violation.Stuck.class);
    }

    @Test
    void aTimerOfAPausedGroupMayBeThere() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.OK)
                        .remains(scheduled(1))
                        .quiesces(60_000));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(pause(), Status.OK)
                        .quiesces(60_000),
                Violation.Lost.class);
    }

    @Test
    void aDeletedTimerIsNotThere() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .remains(scheduled(1))
                        .quiesces(60_000),
                Violation.WrongFinalState.class);
    }

    @Test
    void aTimerNobodyAskedForIsNotThere() {
        violates(
                new Story().refused(creating()).remains(scheduled(1)).quiesces(60_000),
                Violation.WrongFinalState.class);
    }

    @Test
    void aReplacedTimerIsThereAsReplaced() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(put(90_000, 1), Status.OK)
                        .remains(seen(TimerState.SCHEDULED, 1, 90_000, 0))
                        .quiesces(60_000));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(put(90_000, 1), Status.OK)
                        .remains(scheduled(1))
                        .quiesces(60_000),
                Violation.WrongFinalState.class);
    }

    @Test
    void withoutAListALostTimerIsOneThatNeverFired() {
        violates(
                new Story().does(creating(), Status.CREATED).quiescesUnlisted(60_000),
                Violation.Lost.class);
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .quiescesUnlisted(60_000));
        clean(new Story().does(creating(), Status.CREATED).quiescesUnlisted(15_000));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .quiescesUnlisted(60_000));
    }
}
