package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertClampedToTheMark;
import static dev.belfry.core.mutation.Decisions.assertGone;
import static dev.belfry.core.mutation.Decisions.assertSchedules;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.NOON;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

class SettleTest {
    private static final Settle DONE = new Settle(timer(), Entry.absent());
    private static final Settle RETRY = new Settle(timer(), new Entry.Pending(Samples.waiting()));

    @Test
    void theVeryStateItWasWorkedOutFromTakesTheStep() {
        assertGone(DONE, pending(), Verdict.SETTLED);
        assertThat(assertSchedules(RETRY, pending(), Verdict.SETTLED)).isEqualTo(Samples.waiting());
        var keep = new Settle(timer(), kept(TimerState.FAILED));
        assertThat(keep.decide(pending(), NOON.plusSeconds(999)))
                .isEqualTo(new Decision(Verdict.SETTLED, pending(), kept(TimerState.FAILED)));
    }

    @Test
    void anotherStateIsLeftAlone() {
        var timer = timer();
        assertSuperseded(Entry.absent());
        assertSuperseded(kept(TimerState.REACHED));
        assertSuperseded(kept(TimerState.FAILED));
        assertSuperseded(new Entry.Pending(Samples.waiting()));
        assertSuperseded(new Entry.Pending(timer.firingAt(NOON.plusMillis(1))));
        assertSuperseded(new Entry.Pending(timer.changed(new Revision(11), timer.spec(), NOON)));
        assertSuperseded(
                new Entry.Pending(timer.rescheduled(new Revision(11), timer.spec(), NOON, NOON)));
    }

    @Test
    void onItsOwnResultItIsSuperseded() {
        assertUnchanged(DONE, Entry.absent(), Verdict.SUPERSEDED);
        assertUnchanged(RETRY, RETRY.next(), Verdict.SUPERSEDED);
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(RETRY, pending());
    }

    @Test
    void itIsMeantForExactlyOneState() {
        assertThat(DONE.expected()).contains(timer());
        assertThat(Samples.delete().expected()).isEmpty();
        assertThat(DONE.key()).isEqualTo(Samples.KEY);
    }

    @Test
    void aStepThatRewritesTheRowIsAsBigAsTheRow() {
        assertThat(RETRY.sizeBytes()).isEqualTo(Samples.creating("1", 1).sizeBytes());
        assertThat(DONE.sizeBytes()).isEqualTo(Samples.delete().sizeBytes());
    }

    private static void assertSuperseded(Entry current) {
        assertUnchanged(DONE, current, Verdict.SUPERSEDED);
        assertUnchanged(RETRY, current, Verdict.SUPERSEDED);
    }
}
