package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertClampedToTheMark;
import static dev.belfry.core.mutation.Decisions.assertRepeatable;
import static dev.belfry.core.mutation.Decisions.assertSchedules;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import org.junit.jupiter.api.Test;

class FireTest {
    private static final Fire FIRE = new Fire(Samples.KEY, Precondition.none(), stamp(20));

    @Test
    void aTimerIsScheduledForNow() {
        var timer = assertSchedules(FIRE, pending(), Verdict.PATCHED);

        assertThat(timer.spec()).isEqualTo(Samples.spec("1").executeAt(stamp(20).now()));
        assertThat(timer.fireAt()).isEqualTo(stamp(20).now());
        assertThat(timer.generation()).isEqualTo(new Generation(20));
        assertThat(timer.revision()).isEqualTo(new Revision(20));
    }

    @Test
    void oneThatBacksOffStartsOver() {
        var timer = assertSchedules(FIRE, new Entry.Pending(Samples.waiting()), Verdict.PATCHED);

        assertThat(timer.attempts()).isZero();
        assertThat(timer.lastError()).isEmpty();
    }

    @Test
    void oneThatIsDueStaysAsItIsSoThatNoAttemptIsRepeated() {
        var due = new Entry.Pending(Samples.timer().firingAt(stamp(20).now()));
        assertUnchanged(FIRE, due, Verdict.IDENTICAL);
    }

    @Test
    void oneThatWasReachedFiresAgain() {
        assertSchedules(FIRE, kept(TimerState.REACHED), Verdict.PATCHED);
    }

    @Test
    void oneThatFailedIsToBeRedriven() {
        assertUnchanged(FIRE, kept(TimerState.FAILED), Verdict.EXISTS);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertUnchanged(FIRE, Entry.absent(), Verdict.NOT_FOUND);
    }

    @Test
    void itRecognisesItsOwnWork() {
        assertRepeatable(FIRE, pending());
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(FIRE, pending());
    }
}
