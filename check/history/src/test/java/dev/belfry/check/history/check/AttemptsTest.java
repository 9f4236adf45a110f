package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.delete;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.Status;
import org.junit.jupiter.api.Test;

/** Attempts that were asked for, and attempts that were not. */
class AttemptsTest {
    @Test
    void anAttemptOnTimeIsFine() {
        clean(new Story().does(creating(), Status.CREATED).at(DUE).fires("w1", 1, done()));
    }

    @Test
    void anAttemptIsNotEarly() {
        violates(
                new Story().does(creating(), Status.CREATED).at(DUE - 1).fires("w1", 1, done()),
                Violation.Early.class);
    }

    @Test
    void clocksMayBeApartIfTheBoundsSaySo() {
        clean(
                new Story().does(creating(), Status.CREATED).at(DUE - 1).fires("w1", 1, done()),
                Bounds.ofProcesses());
    }

    @Test
    void nothingFiresThatNobodyAskedFor() {
        violates(new Story().at(DUE).fires("w1", 1, done()), Violation.FiredUnasked.class);
    }

    @Test
    void nothingFiresForARefusedCreate() {
        violates(
                new Story().refused(creating()).at(DUE).fires("w1", 1, done()),
                Violation.FiredUnasked.class);
    }

    @Test
    void nothingFiresBeforeItIsAskedFor() {
        violates(
                new Story().at(DUE).fires("w1", 1, done()).does(creating(), Status.CREATED),
                Violation.FiredUnasked.class);
    }

    @Test
    void nothingFiresAfterADelete() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .deletes(InFlight.NONE)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void anAttemptMayStartBeforeADeleteIsAnswered() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var delete = story.invoke(delete());
        story.at(DUE + 1).start("w1", 1);
        clean(story.at(DUE + 2).answer(delete, Status.DELETED));
    }

    @Test
    void noRetryStartsAfterADelete() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .deletes(InFlight.NONE)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void noRepeatStartsAfterADeleteWhateverHappened() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .fault(FaultKind.CRASH, DUE, DUE)
                        .deletes(InFlight.POSSIBLE)
                        .at(DUE + 3_000)
                        .fires("w1", 1, done()),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void anAnnouncedAttemptMayArriveALittleAfterTheDelete() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .deletes(InFlight.STARTED)
                        .at(DUE + 500)
                        .fires("w1", 1, done()),
                Bounds.ofProcesses());
    }

    @Test
    void anAnnouncedAttemptDoesNotArriveMuchLater() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .deletes(InFlight.STARTED)
                        .at(DUE + 5_000)
                        .fires("w1", 1, done()),
                Bounds.ofProcesses(),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void anAttemptThatWasNotAnnouncedDoesNotArrive() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .deletes(InFlight.NONE)
                        .at(DUE + 500)
                        .fires("w1", 1, done()),
                Bounds.ofProcesses(),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void aSenderThatStalledIsExcused() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .from("n1")
                        .faultOf("n1", FaultKind.STALL, DUE - 1, DUE + 900)
                        .at(DUE)
                        .deletes(InFlight.NONE)
                        .at(DUE + 901)
                        .fires("w1", 1, done());
        clean(story);
        assertThat(story.check().counts().excused()).isEqualTo(1);
    }

    @Test
    void aSenderIsNotExcusedByAnothersStall() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .from("n1")
                        .faultOf("n2", FaultKind.STALL, DUE - 1, DUE + 900)
                        .at(DUE)
                        .deletes(InFlight.NONE)
                        .at(DUE + 901)
                        .fires("w1", 1, done()),
                Violation.FiredAfterDelete.class);
    }

    @Test
    void aSenderThatStalledAfterTheDeleteIsNotExcused() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .from("n1")
                        .at(DUE)
                        .deletes(InFlight.NONE)
                        .faultOf("n1", FaultKind.STALL, DUE + 5, DUE + 900)
                        .at(DUE + 901)
                        .fires("w1", 1, done()),
                Violation.FiredAfterDelete.class);
    }
}
