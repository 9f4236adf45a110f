package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Story.failed;
import static dev.belfry.check.history.check.Story.patchExecuteAt;
import static dev.belfry.check.history.check.Story.patchPayload;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What attempts carry: ids and payloads. */
class WebhookIdsTest {
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
    void anAttemptThatArrivesAfterAPatchWasSentBeforeItAndSettlesTheTimer() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .does(patchPayload(2), Status.OK)
                        .at(DUE + 150)
                        .fires("w1", 1, done())
                        .quiesces(DUE + 600_000),
                Bounds.ofProcesses().transit(Duration.ofSeconds(1)));
    }

    @Test
    void anAttemptThatArrivesAfterAPatchIsFollowedByThoseOfThePatchedTimer() {
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .does(patchPayload(2), Status.OK)
                        .at(DUE + 150)
                        .fires("w1", 1, failed())
                        .sending(DUE, 2)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done())
                        .quiesces(DUE + 600_000),
                Bounds.ofProcesses().transit(Duration.ofSeconds(1)));
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
}
