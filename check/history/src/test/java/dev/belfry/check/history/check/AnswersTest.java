package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.delete;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.patchOthers;
import static dev.belfry.check.history.check.Story.patchPayload;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.reading;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.Status;
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
}
