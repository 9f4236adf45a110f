package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertGone;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.KEY;
import static dev.belfry.core.mutation.Samples.kept;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

class DropTest {
    private static final Drop DROP = new Drop(KEY);

    @Test
    void aPendingTimerGoesAndLeavesNoRecord() {
        assertGone(DROP, Samples.pending(), Verdict.DELETED);
    }

    @Test
    void aKeptTimerGoesWhateverItsStateAndItsTime() {
        for (var state : TimerState.KEPT) {
            assertGone(DROP, kept(state), Verdict.DELETED);
        }
    }

    @Test
    void whereNothingIsNothingChanges() {
        assertUnchanged(DROP, Entry.absent(), Verdict.NOT_FOUND);
    }

    @Test
    void nothingFollows() {
        var decision = DROP.decide(Samples.pending(), Samples.NO_MARK);

        assertThat(DROP.followers(decision)).isEmpty();
        assertThat(DROP.expected()).isEmpty();
    }
}
