package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.creating;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestoreTest {
    private static final Instant NOW = Samples.NOON.plusSeconds(10);

    @Test
    void overNothingTheEntryIsThereExactlyAsItWas() {
        for (var entry : new Entry[] {waiting(), kept(TimerState.FAILED), pending()}) {
            assertRestored(restore(entry), Entry.absent(), entry, Verdict.CREATED);
        }
    }

    @Test
    void aRepeatChangesNothing() {
        for (var entry : new Entry[] {waiting(), kept(TimerState.REACHED), pending()}) {
            assertUnchanged(restore(entry), entry, Verdict.IDENTICAL);
            assertUnchanged(new Restore(entry, true, NOW), entry, Verdict.IDENTICAL);
        }
    }

    @Test
    void ofTwoStatesOfOneTimerTheLaterOneStaysInWhateverOrderTheyCome() {
        var moved =
                new Entry.Pending(
                        Samples.timer().changed(new Revision(20), Samples.spec("2"), NOW));
        var states =
                new Entry[] {
                    pending(), waiting(), kept(TimerState.FAILED), moved,
                };
        for (int older = 0; older < states.length; older++) {
            for (int newer = older + 1; newer < states.length; newer++) {
                assertRestored(
                        restore(states[newer]), states[older], states[newer], Verdict.REPLACED);
                assertUnchanged(restore(states[older]), states[newer], Verdict.IDENTICAL);
            }
        }
    }

    @Test
    void anotherTimerOfTheKeyStaysUnlessItIsToBeReplaced() {
        var other = creating("9", 99).decide(Entry.absent(), Samples.NO_MARK).after();

        assertUnchanged(restore(pending()), other, Verdict.EXISTS);
        assertRestored(new Restore(pending(), true, NOW), other, pending(), Verdict.REPLACED);
    }

    @Test
    void whatWasCancelledIsInNobodysWayButStaysCancelled() {
        var other = creating("9", 99).decide(Entry.absent(), Samples.NO_MARK).after();
        var delete = new Delete(Samples.KEY, Precondition.none(), Duration.ofDays(1), Samples.NOON);
        var ofOther = delete.decide(other, Samples.NO_MARK).after();
        var ofThis = delete.decide(pending(), Samples.NO_MARK).after();

        assertRestored(restore(pending()), ofOther, pending(), Verdict.CREATED);
        assertUnchanged(restore(pending()), ofThis, Verdict.IDENTICAL);
    }

    @Test
    void aKeptTimerWhoseTimeIsOverIsNotPutBack() {
        var late =
                new Restore(kept(TimerState.FAILED), true, Samples.NOON.plus(Duration.ofDays(2)));

        assertUnchanged(late, Entry.absent(), Verdict.EXPIRED);
    }

    @Test
    void noRowIsWrittenBeforeTheMark() {
        var mark = Samples.NOON.plusSeconds(1_000);
        var decision = restore(pending()).decide(Entry.absent(), mark);

        assertThat(decision.after()).isEqualTo(new Entry.Pending(Samples.timer().firingAt(mark)));
        assertUnchanged(restore(pending()), decision.after(), Verdict.IDENTICAL);
    }

    private static Restore restore(Entry entry) {
        return new Restore(entry, false, NOW);
    }

    private static Entry waiting() {
        return new Entry.Pending(Samples.waiting());
    }

    private static void assertRestored(
            Restore restore, Entry before, Entry after, Verdict verdict) {
        assertThat(restore.decide(before, Samples.NO_MARK))
                .isEqualTo(new Decision(verdict, before, after));
    }
}
