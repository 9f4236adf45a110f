package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.patchExecuteAt;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.redrive;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Attempts of schedules that were replaced or started anew. */
class SchedulesTest {
    @Test
    void aReplacedScheduleDoesNotFire() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .does(put(DUE, 2), Status.OK)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.FiredAfterReplace.class);
    }

    @Test
    void theReplacementFires() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .does(put(DUE, 2), Status.OK)
                        .sending(DUE, 2)
                        .at(DUE + 3_000)
                        .fires("w2", 1, done()));
    }

    @Test
    void aPatchOfExecuteAtStartsANewSchedule() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchExecuteAt(20_000), Status.OK)
                        .sending(20_000, 1)
                        .at(20_000)
                        .fires("w1", 1, done()));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchExecuteAt(20_000), Status.OK)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.FiredAfterReplace.class);
    }

    @Test
    void aRedrivenTimerFiresAtOnceUnderANewId() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Permanent())
                        .at(50_000)
                        .does(redrive(), Status.OK)
                        .sending(50_000, 1)
                        .fires("w2", 1, done())
                        .quiesces(90_000));
    }

    @Test
    void aRescheduledTimerFiresThen() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires(
                                "w1",
                                1,
                                new Reply.Reschedule(
                                        Story.instant(60_000), Optional.of(new Fingerprint(9))))
                        .sending(60_000, 9)
                        .at(60_000)
                        .fires("w2", 1, done())
                        .quiesces(90_000));
    }

    @Test
    void aRescheduleIntoThePastIsMovedOn() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Reschedule(Story.instant(0), Optional.empty()))
                        .sending(DUE + 1_010, 1)
                        .at(DUE + 1_010)
                        .fires("w2", 1, done()));
    }

    @Test
    void aRescheduledTimerDoesNotFireWithTheOldInstant() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires(
                                "w1",
                                1,
                                new Reply.Reschedule(Story.instant(60_000), Optional.empty()))
                        .at(60_000)
                        .fires("w2", 1, done()),
                Violation.FiredUnasked.class);
    }
}
