package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.done;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Status;
import org.junit.jupiter.api.Test;

/** Attempts made once more, and why. */
class DuplicatesTest {
    @Test
    void anAttemptIsNotRepeatedWithoutReason() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .at(DUE + 1_000)
                        .fires("w1", 1, done()),
                Violation.Duplicate.class);
    }

    @Test
    void anAttemptMayBeRepeatedAfterACrash() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .fault(FaultKind.CRASH, DUE + 500, DUE + 500)
                        .at(DUE + 4_000)
                        .fires("w1", 1, done());
        clean(story);
        assertThat(story.check().duplicates(DuplicateCause.CRASH)).isEqualTo(1);
        assertThat(story.check().duplicatesPerMillion()).isEqualTo(500_000);
    }

    @Test
    void eachFaultThatMovesOrLosesWorkExplainsARepeat() {
        for (var kind : FaultKind.values()) {
            var story =
                    new Story()
                            .does(creating(), Status.CREATED)
                            .at(DUE)
                            .fires("w1", 1, done())
                            .fault(kind, DUE + 500, DUE + 600)
                            .at(DUE + 4_000)
                            .fires("w1", 1, done());
            assertThat(story.check().isClean()).as(kind.name()).isEqualTo(kind.repeats());
        }
    }

    @Test
    void anAttemptSettledLongBeforeTheCrashIsNotRepeated() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .fault(FaultKind.CRASH, DUE + 2_500, DUE + 2_500)
                        .at(DUE + 4_000)
                        .fires("w1", 1, done()),
                Violation.Duplicate.class);
    }

    @Test
    void anAttemptUnansweredAtTheCrashMayBeRepeated() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        story.start("w1", 1);
        clean(
                story.fault(FaultKind.CRASH, DUE + 20_000, DUE + 20_000)
                        .at(DUE + 24_000)
                        .fires("w1", 1, done()));
    }

    @Test
    void aCrashAfterTheRepeatExplainsNothing() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .at(DUE + 200)
                        .fires("w1", 1, done())
                        .fault(FaultKind.CRASH, DUE + 500, DUE + 500),
                Violation.Duplicate.class);
    }

    @Test
    void aCrashOfAnotherNodeExplainsNothing() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .from("n1")
                        .at(DUE)
                        .fires("w1", 1, done())
                        .faultOf("n2", FaultKind.CRASH, DUE + 500, DUE + 500)
                        .at(DUE + 4_000)
                        .fires("w1", 1, done()),
                Violation.Duplicate.class);
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .from("n1")
                        .at(DUE)
                        .fires("w1", 1, done())
                        .faultOf("n1", FaultKind.CRASH, DUE + 500, DUE + 500)
                        .from("n2")
                        .at(DUE + 4_000)
                        .fires("w1", 1, done()));
    }

    @Test
    void aDoneAttemptIsNotRetried() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.Duplicate.class);
    }

    @Test
    void aDoneAttemptMayBeRetriedIfTheAnswerWasLost() {
        var story =
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .fault(FaultKind.NETWORK, DUE, DUE + 5)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done());
        clean(story);
        assertThat(story.check().duplicates(DuplicateCause.NETWORK)).isEqualTo(1);
    }

    @Test
    void aCrashDoesNotRaiseTheNumber() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .fault(FaultKind.CRASH, DUE + 500, DUE + 500)
                        .at(DUE + 3_000)
                        .fires("w1", 2, done()),
                Violation.Duplicate.class);
    }

    @Test
    void aDoneAttemptMayBeRetriedIfItAnsweredTooLate() {
        var story = new Story().does(creating(), Status.CREATED).at(DUE);
        var attempt = story.start("w1", 1);
        story.at(DUE + 30_005).reply(attempt, done()).at(DUE + 33_000).fires("w1", 2, done());
        clean(story);
        assertThat(story.check().duplicates(DuplicateCause.TIMEOUT)).isEqualTo(1);
    }

    @Test
    void aRepeatAfterACrashIsNotStuckEither() {
        violates(
                new Story()
                        .does(creating(), Status.CREATED)
                        .at(DUE)
                        .fires("w1", 1, done())
                        .fault(FaultKind.CRASH, DUE + 500, DUE + 500)
                        .at(DUE + 25_000)
                        .fires("w1", 1, done()),
                Violation.Stuck.class);
    }
}
