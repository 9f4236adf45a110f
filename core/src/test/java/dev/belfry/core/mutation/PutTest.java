package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertClampedToTheMark;
import static dev.belfry.core.mutation.Decisions.assertRepeatable;
import static dev.belfry.core.mutation.Decisions.assertSchedules;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.put;
import static dev.belfry.core.mutation.Samples.spec;
import static dev.belfry.core.mutation.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PutTest {
    private static final Precondition OTHER = new Precondition.Matches(Set.of(new Revision(999)));
    private static final Precondition SAME = new Precondition.Matches(Set.of(new Revision(10)));

    @Test
    void overNothingItCreates() {
        var timer = assertSchedules(put("1", 10), Entry.absent(), Verdict.CREATED);

        assertThat(timer).isEqualTo(Samples.timer());
    }

    @Test
    void overAnIdenticalTimerItChangesNothing() {
        assertUnchanged(put("1", 20), pending(), Verdict.IDENTICAL);
    }

    @Test
    void overADifferentTimerItStartsANewScheduleAndKeepsTheCreation() {
        var timer =
                assertSchedules(
                        put("2", 20), new Entry.Pending(Samples.waiting()), Verdict.REPLACED);

        assertThat(timer.spec()).isEqualTo(spec("2"));
        assertThat(timer.generation()).isEqualTo(new Generation(20));
        assertThat(timer.revision()).isEqualTo(new Revision(20));
        assertThat(timer.attempts()).isZero();
        assertThat(timer.lastError()).isEmpty();
        assertThat(timer.fireAt()).isEqualTo(Samples.NOON);
        assertThat(timer.createdAt()).isEqualTo(stamp(10).now());
        assertThat(timer.updatedAt()).isEqualTo(stamp(20).now());
    }

    @Test
    void itRecognisesItsOwnWork() {
        assertRepeatable(put("1", 10), Entry.absent());
        assertRepeatable(put("2", 20), pending());
        assertRepeatable(put("1", 20), kept(TimerState.FAILED));
        assertRepeatable(put("2", SAME, 20), pending());
    }

    @Test
    void overAnIdenticalReachedTimerItSchedulesNothing() {
        assertUnchanged(put("1", 20), kept(TimerState.REACHED), Verdict.IDENTICAL);
    }

    @Test
    void overOtherKeptTimersItCreates() {
        assertSchedules(put("2", 20), kept(TimerState.REACHED), Verdict.CREATED);
        assertSchedules(put("1", 20), kept(TimerState.FAILED), Verdict.CREATED);
        assertSchedules(put("2", 20), kept(TimerState.FAILED), Verdict.CREATED);
    }

    @Test
    void itAppliesOnlyUnderItsPrecondition() {
        assertSchedules(put("2", SAME, 20), pending(), Verdict.REPLACED);
        assertUnchanged(put("2", OTHER, 20), pending(), Verdict.PRECONDITION_FAILED);
        assertUnchanged(put("1", OTHER, 20), pending(), Verdict.PRECONDITION_FAILED);
        assertUnchanged(
                put("1", new Precondition.Exists(), 20),
                Entry.absent(),
                Verdict.PRECONDITION_FAILED);
        assertUnchanged(put("2", OTHER, 20), kept(TimerState.FAILED), Verdict.PRECONDITION_FAILED);
        assertSchedules(put("2", SAME, 20), kept(TimerState.FAILED), Verdict.CREATED);
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(put("1", 10), Entry.absent());
        assertClampedToTheMark(put("2", 20), pending());
        assertClampedToTheMark(put("2", 20), kept(TimerState.REACHED));
    }

    @Test
    void aRevisionBehindTheFormerOneStillRaisesIt() {
        var timer = assertSchedules(put("2", 5), pending(), Verdict.REPLACED);

        assertThat(timer.revision()).isEqualTo(new Revision(11));
        assertThat(timer.generation()).isEqualTo(new Generation(11));
    }

    @Test
    void itsSizeIsThatOfACreate() {
        assertThat(put("1", 1).sizeBytes()).isEqualTo(Samples.creating("1", 1).sizeBytes());
    }
}
