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

class RedriveTest {
    private static final Redrive REDRIVE = new Redrive(Samples.KEY, stamp(20));

    @Test
    void aFailedTimerIsScheduledForNow() {
        var timer = assertSchedules(REDRIVE, kept(TimerState.FAILED), Verdict.REDRIVEN);

        assertThat(timer.spec()).isEqualTo(Samples.spec("1").executeAt(stamp(20).now()));
        assertThat(timer.fireAt()).isEqualTo(stamp(20).now());
        assertThat(timer.generation()).isEqualTo(new Generation(20));
        assertThat(timer.revision()).isEqualTo(new Revision(20));
        assertThat(timer.attempts()).isZero();
        assertThat(timer.lastError()).isEmpty();
        assertThat(timer.createdAt()).isEqualTo(stamp(10).now());
    }

    @Test
    void whatHasNotFailedIsNotFound() {
        assertUnchanged(REDRIVE, Entry.absent(), Verdict.NOT_FOUND);
        assertUnchanged(REDRIVE, kept(TimerState.REACHED), Verdict.NOT_FOUND);
    }

    @Test
    void aPendingTimerIsAConflict() {
        assertUnchanged(REDRIVE, pending(), Verdict.EXISTS);
    }

    @Test
    void itRecognisesItsOwnWork() {
        assertRepeatable(REDRIVE, kept(TimerState.FAILED));
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(REDRIVE, kept(TimerState.FAILED));
    }
}
