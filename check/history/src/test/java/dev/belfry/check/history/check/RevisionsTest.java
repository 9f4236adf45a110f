package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Story.DUE;
import static dev.belfry.check.history.check.Story.creating;
import static dev.belfry.check.history.check.Story.put;
import static dev.belfry.check.history.check.Story.scheduled;
import static dev.belfry.check.history.check.Verdicts.clean;
import static dev.belfry.check.history.check.Verdicts.violates;

import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Precondition;
import org.junit.jupiter.api.Test;

/** Preconditions and the revisions that answers show. */
class RevisionsTest {
    @Test
    void aRevisionThatIsCurrentMatches() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.does(put(DUE, 2, 5), Status.OK));
    }

    @Test
    void aRevisionThatIsCurrentIsNot412() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(
                story.does(put(DUE, 2, 5), Status.PRECONDITION_FAILED),
                Violation.WrongAnswer.class);
    }

    @Test
    void aRevisionThatIsNotCurrentIs412() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.does(put(DUE, 2, 4), Status.PRECONDITION_FAILED));
    }

    @Test
    void aRevisionThatIsNotCurrentDoesNotMatch() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.does(put(DUE, 2, 4), Status.OK), Violation.WrongAnswer.class);
    }

    @Test
    void aRevisionNobodyWasShownMayMatchOrNot() {
        clean(new Story().does(creating(), Status.CREATED).does(put(DUE, 2, 4), Status.OK));
        clean(
                new Story()
                        .does(creating(), Status.CREATED)
                        .does(put(DUE, 2, 4), Status.PRECONDITION_FAILED));
    }

    @Test
    void nothingIsThereToMatch() {
        clean(
                new Story()
                        .does(
                                new Operation.Put(
                                        Story.KEY,
                                        Story.request(DUE, 1),
                                        new Precondition.Exists()),
                                Status.PRECONDITION_FAILED));
    }

    @Test
    void aChangeRaisesTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        clean(story.shows(put(DUE, 2), Status.OK, scheduled(6)));
    }

    @Test
    void aChangeDoesNotLowerTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.shows(put(DUE, 2), Status.OK, scheduled(4)), Violation.WrongAnswer.class);
    }

    @Test
    void anIdenticalPutKeepsTheRevision() {
        var story = new Story().shows(creating(), Status.CREATED, scheduled(5));
        violates(story.shows(put(DUE, 1), Status.OK, scheduled(6)), Violation.WrongAnswer.class);
    }
}
