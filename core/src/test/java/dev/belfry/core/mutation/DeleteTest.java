package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertGone;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.NOON;
import static dev.belfry.core.mutation.Samples.creating;
import static dev.belfry.core.mutation.Samples.delete;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.put;
import static dev.belfry.core.mutation.Samples.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
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

    @Test
    void whereReachedTimersAreKeptARecordOfItStays() {
        var decision = cancelling(NOON).decide(pending(), Samples.NO_MARK);

        assertThat(decision.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(decision.after())
                .isEqualTo(
                        new Entry.Kept(
                                new KeptTimer(
                                        Samples.timer(),
                                        TimerState.CANCELLED,
                                        NOON,
                                        NOON.plusSeconds(60))));
    }

    @Test
    void whatIsKeptGoesAltogether() {
        assertGone(cancelling(NOON), kept(TimerState.REACHED), Verdict.DELETED);
        assertGone(cancelling(NOON), kept(TimerState.FAILED), Verdict.DELETED);
    }

    @Test
    void toEveryFurtherChangeACancelledTimerIsNotThere() {
        var record = kept(TimerState.CANCELLED);

        assertUnchanged(cancelling(NOON), record, Verdict.NOT_FOUND);
        assertUnchanged(under(matching(10)), record, Verdict.NOT_FOUND);
        assertUnchanged(
                new Fire(Samples.KEY, Precondition.none(), stamp(20)), record, Verdict.NOT_FOUND);
        assertUnchanged(new Redrive(Samples.KEY, stamp(20)), record, Verdict.NOT_FOUND);
        assertUnchanged(
                new PauseRuns(Samples.KEY, true, matching(11), stamp(20)),
                record,
                Verdict.NOT_FOUND);
        assertUnchanged(
                put("2", new Precondition.Exists(), 20), record, Verdict.PRECONDITION_FAILED);
        assertUnchanged(put("2", matching(10), 20), record, Verdict.PRECONDITION_FAILED);
        assertThat(creating("1", 20).decide(record, Samples.NO_MARK).verdict())
                .isEqualTo(Verdict.CREATED);
        assertThat(put("1", 20).decide(record, Samples.NO_MARK).verdict())
                .isEqualTo(Verdict.CREATED);
    }

    private static Delete cancelling(Instant now) {
        return new Delete(Samples.KEY, Precondition.none(), Duration.ofMinutes(1), now);
    }

    private static Delete under(Precondition precondition) {
        return new Delete(Samples.KEY, precondition);
    }

    private static Precondition matching(long revision) {
        return new Precondition.Matches(Set.of(new Revision(revision)));
    }
}
