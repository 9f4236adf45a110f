package dev.belfry.history.check;

import static dev.belfry.history.check.Story.DUE;
import static dev.belfry.history.check.Story.creating;
import static dev.belfry.history.check.Story.delete;
import static dev.belfry.history.check.Story.done;
import static dev.belfry.history.check.Story.failed;
import static dev.belfry.history.check.Story.patchExecuteAt;
import static dev.belfry.history.check.Story.patchPayload;
import static dev.belfry.history.check.Story.pause;
import static dev.belfry.history.check.Story.put;
import static dev.belfry.history.check.Story.redrive;
import static dev.belfry.history.check.Story.resume;
import static dev.belfry.history.check.Verdicts.clean;
import static dev.belfry.history.check.Verdicts.violates;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.history.FaultKind;
import dev.belfry.history.Fingerprint;
import dev.belfry.history.InFlight;
import dev.belfry.history.Reply;
import dev.belfry.history.Status;
import java.util.Optional;
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
    void aPatchOfThePayloadKeepsTheSchedule() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .does(patchPayload(2), Status.OK)
                        .sending(DUE, 2)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()));
    }

    @Test
    void thePayloadIsThatOfTheSchedule() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .sending(DUE, 2)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.PayloadWrong.class);
    }

    @Test
    void aPatchedPayloadIsSent() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(patchPayload(2), Status.OK)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.PayloadWrong.class);
    }

    @Test
    void anAttemptDuringAPatchMayCarryEither() {
        for (int payload : new int[] {1, 2}) {
            var story = new Story().does(creating(), Status.CREATED).at(DUE);
            var patch = story.invoke(patchPayload(2));
            story.sending(DUE, payload).at(DUE + 1).start("w1", 1);
            clean(story.at(DUE + 2).answer(patch, Status.OK));
        }
    }

    @Test
    void aRetryCarriesThePayloadToo() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .sending(DUE, 2)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.PayloadWrong.class);
    }

    @Test
    void anIdIsStableOverRetries() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()));
    }

    @Test
    void anIdDoesNotChangeWithinASchedule() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .at(DUE + 3_000)
                        .fires("w2", 2, done()),
                Violation.WebhookIdChanged.class);
    }

    @Test
    void anIdIsNewForANewSchedule() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .does(creating(), Status.CREATED)
                        .at(DUE + 50)
                        .fires("w2", 1, done()));
    }

    @Test
    void anIdIsNotReusedByANewSchedule() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .does(creating(), Status.CREATED)
                        .at(DUE + 50)
                        .fires("w1", 1, done()),
                Violation.WebhookIdReused.class);
    }

    @Test
    void anIdIsNotReusedAfterAReplacement() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .does(patchExecuteAt(20_000), Status.OK)
                        .sending(20_000, 1)
                        .at(20_000)
                        .fires("w1", 1, done()),
                Violation.WebhookIdReused.class);
    }

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
