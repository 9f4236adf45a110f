package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertClampedToTheMark;
import static dev.belfry.core.mutation.Decisions.assertRepeatable;
import static dev.belfry.core.mutation.Decisions.assertSchedules;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.creating;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.spec;
import static dev.belfry.core.mutation.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CreateTest {
    @Test
    void overNothingItSchedulesATimer() {
        var timer = assertSchedules(creating("1", 10), Entry.absent(), Verdict.CREATED);

        assertThat(timer)
                .isEqualTo(
                        new Timer(
                                Samples.KEY,
                                Samples.UUID,
                                new Generation(10),
                                new Revision(10),
                                spec("1"),
                                Samples.NOON,
                                0,
                                Optional.empty(),
                                AttemptLog.NONE,
                                stamp(10).now(),
                                stamp(10).now()));
    }

    @Test
    void overAnIdenticalTimerItChangesNothing() {
        assertUnchanged(creating("1", 20), pending(), Verdict.IDENTICAL);
        assertUnchanged(creating("1", 20), new Entry.Pending(Samples.waiting()), Verdict.IDENTICAL);
    }

    @Test
    void overADifferentTimerItIsAConflict() {
        assertUnchanged(creating("2", 20), pending(), Verdict.EXISTS);
    }

    @Test
    void itRecognisesItsOwnWork() {
        assertRepeatable(creating("1", 10), Entry.absent());
        assertRepeatable(creating("1", 20), kept(TimerState.FAILED));
        assertUnchanged(creating("1", 10), new Entry.Pending(Samples.waiting()), Verdict.CREATED);
    }

    @Test
    void overAnIdenticalReachedTimerItSchedulesNothing() {
        assertUnchanged(creating("1", 20), kept(TimerState.REACHED), Verdict.IDENTICAL);
    }

    @Test
    void overADifferentReachedTimerItSchedulesAnew() {
        var timer = assertSchedules(creating("2", 20), kept(TimerState.REACHED), Verdict.CREATED);

        assertThat(timer.createdAt()).isEqualTo(stamp(20).now());
        assertThat(timer.generation()).isEqualTo(new Generation(20));
    }

    @Test
    void overAFailedTimerItSchedulesAnewAlsoWhenIdentical() {
        var timer = assertSchedules(creating("1", 20), kept(TimerState.FAILED), Verdict.CREATED);

        assertThat(timer.attempts()).isZero();
        assertThat(timer.lastError()).isEmpty();
        assertSchedules(creating("2", 20), kept(TimerState.FAILED), Verdict.CREATED);
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(creating("1", 10), Entry.absent());
        assertClampedToTheMark(creating("1", 20), kept(TimerState.FAILED));
    }

    @Test
    void itsSizeGrowsWithItsPayload() {
        assertThat(creating("\"" + "x".repeat(1_000) + "\"", 1).sizeBytes())
                .isEqualTo(creating("1", 1).sizeBytes() + 1_001);
    }
}
