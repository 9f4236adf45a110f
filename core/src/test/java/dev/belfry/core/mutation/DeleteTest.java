package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertGone;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.delete;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeleteTest {
    @Test
    void overNothingItIsNotFound() {
        assertUnchanged(delete(), Entry.absent(), Verdict.NOT_FOUND);
        assertUnchanged(under(new Precondition.Exists()), Entry.absent(), Verdict.NOT_FOUND);
        assertUnchanged(under(matching(10)), Entry.absent(), Verdict.NOT_FOUND);
    }

    @Test
    void whatIsThereGoes() {
        assertGone(delete(), pending(), Verdict.DELETED);
        assertGone(delete(), kept(TimerState.REACHED), Verdict.DELETED);
        assertGone(delete(), kept(TimerState.FAILED), Verdict.DELETED);
    }

    @Test
    void itAppliesOnlyUnderItsPrecondition() {
        assertGone(under(matching(10)), pending(), Verdict.DELETED);
        assertGone(under(matching(10)), kept(TimerState.FAILED), Verdict.DELETED);
        assertUnchanged(under(matching(11)), pending(), Verdict.PRECONDITION_FAILED);
        assertUnchanged(under(matching(11)), kept(TimerState.FAILED), Verdict.PRECONDITION_FAILED);
    }

    @Test
    void onItsOwnResultThereIsNothingLeftToDelete() {
        var gone = delete().decide(pending(), Samples.NO_MARK).after();

        assertUnchanged(delete(), gone, Verdict.NOT_FOUND);
    }

    private static Delete under(Precondition precondition) {
        return new Delete(Samples.KEY, precondition);
    }

    private static Precondition matching(long revision) {
        return new Precondition.Matches(Set.of(new Revision(revision)));
    }
}
