package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.delete;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.patchPayload;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.reading;
import static dev.belfry.check.history.check.Story.redrive;
import static dev.belfry.check.history.check.Story.scheduled;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import org.junit.jupiter.api.Test;

/** Operations that may have been applied, or may yet be. */
class UnknownOutcomesTest {
    @Test
    void anUnknownCreateMayFire() {
        clean(new Story().unknown(creating()).at(DUE).fires("w1", 1, done()).quiesces(60_000));
    }

    @Test
    void anUnknownCreateMayNotFire() {
        clean(new Story().unknown(creating()).quiesces(60_000));
    }

    @Test
    void anUnknownCreateMayBeThereOrNot() {
        clean(new Story().unknown(creating()).does(reading(), Status.NOT_FOUND));
        clean(new Story().unknown(creating()).does(reading(), Status.OK));
    }

    @Test
    void anUnknownCreateMayAppearLateButNotVanish() {
        clean(
                new Story()
                        .unknown(creating())
                        .does(reading(), Status.NOT_FOUND)
                        .does(reading(), Status.OK));
        violates(
                new Story()
                        .unknown(creating())
                        .does(reading(), Status.OK)
                        .does(reading(), Status.NOT_FOUND),
                Violation.WrongAnswer.class);
    }

    @Test
    void anUnknownCreateThatWasSeenIsLostIfItNeverFires() {
        violates(
                new Story().unknown(creating()).does(reading(), Status.OK).quiesces(60_000),
                Violation.Lost.class);
        violates(
                new Story()
                        .unknown(creating())
                        .shows(reading(), Status.OK, scheduled(4))
                        .quiescesUnlisted(60_000),
                Violation.Lost.class);
    }

    @Test
    void anUnknownCreateIsAppliedOnce() {
        violates(
                new Story()
                        .unknown(creating())
                        .at(DUE)
                        .fires("w1", 1, done())
                        .at(DUE + 50)
                        .fires("w2", 1, done()),
                Violation.FiredUnasked.class);
        clean(
                new Story()
                        .unknown(creating())
                        .unknown(creating())
                        .at(DUE)
                        .fires("w1", 1, done())
                        .at(DUE + 50)
                        .fires("w2", 1, done()));
    }

    @Test
    void aRepeatedCreateAfterAnUnknownOneMayBeNewOrIdentical() {
        clean(new Story().unknown(creating()).does(creating(), Status.CREATED));
        clean(new Story().unknown(creating()).does(creating(), Status.OK));
        violates(
                new Story().unknown(creating()).does(creating(), Status.EXISTS),
                Violation.WrongAnswer.class);
    }

    @Test
    void anUnknownDeleteMayKeepATimerFromFiringOrNot() {
        clean(new Story().does(creating(), Status.CREATED).unknown(delete()).quiesces(60_000));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(delete())
                        .at(DUE)
                        .fires("w1", 1, done())
                        .quiesces(60_000));
    }

    @Test
    void anUnknownDeleteMayApplyBetweenRetries() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(delete())
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .quiesces(60_000));
    }

    @Test
    void anUnknownDeleteThatWasSeenIsFinal() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(delete())
                        .does(reading(), Status.NOT_FOUND)
                        .at(DUE)
                        .fires("w1", 1, done()),
                Violation.FiredUnasked.class);
    }

    @Test
    void anUnknownPutMayReplaceTheScheduleAtAnyTime() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(put(20_000, 2))
                        .at(DUE)
                        .fires("w1", 1, done())
                        .quiesces(60_000));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(put(20_000, 2))
                        .sending(20_000, 2)
                        .at(20_000)
                        .fires("w2", 1, done())
                        .quiesces(60_000));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(put(20_000, 2))
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .sending(20_000, 2)
                        .at(20_000)
                        .fires("w2", 1, done())
                        .quiesces(60_000));
    }

    @Test
    void aScheduleDoesNotFireOnceItsUnknownReplacementHas() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(put(20_000, 2))
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .sending(20_000, 2)
                        .at(20_000)
                        .fires("w2", 1, failed())
                        .sending(DUE, 1)
                        .at(21_000)
                        .fires("w1", 2, done()),
                Violation.FiredUnasked.class);
    }

    @Test
    void anUnknownPatchMayChangeThePayloadBetweenAttempts() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(patchPayload(2))
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .sending(DUE, 2)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()));
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .unknown(patchPayload(2))
                        .sending(DUE, 2)
                        .at(DUE)
                        .fires("w1", 1, failed())
                        .sending(DUE, 1)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.PayloadWrong.class);
    }

    @Test
    void anUnknownRedriveMayFire() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, new Reply.Permanent())
                        .at(20_000)
                        .unknown(redrive());
        clean(story.sending(20_000, 1).at(20_500).fires("w2", 1, done()).quiesces(60_000));
    }

    @Test
    void anOperationWithoutAnOutcomeIsUnknown() {
        var story = new Story();
        story.invoke(creating());
        clean(story.at(DUE).fires("w1", 1, done()).quiesces(60_000));
        assertThat(story.check().counts().unknown()).isEqualTo(1);
    }

    @Test
    void manyEqualUnknownOperationsAreDecided() {
        var story = new Story();
        for (int i = 0; i < 40; i++) {
            story.unknown(creating());
        }
        clean(story.at(DUE).fires("w1", 1, done()).quiesces(60_000));
    }

    @Test
    void manyDifferentUnknownOperationsAreDecided() {
        var story = new Story();
        for (int i = 0; i < 20; i++) {
            story.unknown(put(DUE, i)).unknown(delete());
        }
        clean(story.sending(DUE, 7).at(DUE).fires("w1", 1, done()).quiesces(60_000));
    }

    @Test
    void moreStatesThanAllowedAreUndecided() {
        var story = new Story();
        for (int i = 0; i < 20; i++) {
            story.unknown(put(DUE, i));
        }
        var report = story.does(reading(), Status.OK).check(Bounds.ofSimulation().maxStates(5));
        assertThat(report.undecided()).containsExactly(Story.KEY);
        assertThat(report.isClean()).isTrue();
        assertThat(report.isDecided()).isFalse();
    }
}
