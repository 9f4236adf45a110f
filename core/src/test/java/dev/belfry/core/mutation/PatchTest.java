package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertClampedToTheMark;
import static dev.belfry.core.mutation.Decisions.assertRepeatable;
import static dev.belfry.core.mutation.Decisions.assertSchedules;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.NOON;
import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static dev.belfry.core.mutation.Samples.stamp;
import static dev.belfry.core.mutation.TimerPatchTest.elsewhere;
import static dev.belfry.core.mutation.TimerPatchTest.executeAt;
import static dev.belfry.core.mutation.TimerPatchTest.payload;
import static dev.belfry.core.mutation.TimerPatchTest.secret;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PatchTest {
    private static final Precondition OTHER = new Precondition.Matches(Set.of(new Revision(999)));
    private static final Entry WAITING = new Entry.Pending(Samples.waiting());

    @Test
    void overNothingItIsNotFound() {
        assertUnchanged(patch(payload("2"), 20), Entry.absent(), Verdict.NOT_FOUND);
        assertUnchanged(patch(executeAt(NOON), OTHER, 20), Entry.absent(), Verdict.NOT_FOUND);
    }

    @Test
    void otherFieldsLeaveTheScheduleAsItIs() {
        var timer = assertSchedules(patch(payload("2"), 20), WAITING, Verdict.PATCHED);

        var waiting = Samples.waiting();
        assertThat(timer.spec().payload()).isEqualTo(Payload.of("2"));
        assertThat(timer.generation()).isEqualTo(waiting.generation());
        assertThat(timer.attempts()).isOne();
        assertThat(timer.lastError()).isEqualTo(waiting.lastError());
        assertThat(timer.fireAt()).isEqualTo(waiting.fireAt());
        assertThat(timer.createdAt()).isEqualTo(waiting.createdAt());
        assertThat(timer.revision()).isEqualTo(new Revision(20));
        assertThat(timer.updatedAt()).isEqualTo(stamp(20).now());
    }

    @Test
    void anotherExecuteAtStartsANewSchedule() {
        var later = NOON.plusSeconds(60);

        var timer = assertSchedules(patch(executeAt(later), 20), WAITING, Verdict.PATCHED);

        assertThat(timer.spec().executeAt()).isEqualTo(later);
        assertThat(timer.fireAt()).isEqualTo(later);
        assertThat(timer.generation()).isEqualTo(new Generation(20));
        assertThat(timer.attempts()).isZero();
        assertThat(timer.lastError()).isEmpty();
        assertThat(timer.createdAt()).isEqualTo(Samples.timer().createdAt());
    }

    @Test
    void whatIsAlreadySoChangesNothing() {
        assertUnchanged(patch(payload("1"), 20), WAITING, Verdict.IDENTICAL);
        assertUnchanged(patch(executeAt(NOON), 20), WAITING, Verdict.IDENTICAL);
    }

    @Test
    void itRecognisesItsOwnWork() {
        assertRepeatable(patch(payload("2"), 20), WAITING);
        assertRepeatable(patch(executeAt(NOON.plusSeconds(60)), 20), WAITING);
        assertRepeatable(patch(executeAt(NOON), 20), kept(TimerState.REACHED));
        var onlyTen = new Precondition.Matches(Set.of(new Revision(10)));
        assertRepeatable(patch(payload("2"), onlyTen, 20), pending());
    }

    @Test
    void itAppliesOnlyUnderItsPrecondition() {
        assertUnchanged(patch(payload("2"), OTHER, 20), pending(), Verdict.PRECONDITION_FAILED);
        assertUnchanged(
                patch(executeAt(NOON), OTHER, 20),
                kept(TimerState.FAILED),
                Verdict.PRECONDITION_FAILED);
        assertSchedules(
                patch(payload("2"), new Precondition.Exists(), 20), pending(), Verdict.PATCHED);
    }

    @Test
    void storedHeadersDoNotFollowTheTimerToAnotherOrigin() {
        var elsewhere = elsewhere(Optional.empty());
        var put = new Put(Samples.KEY, Samples.UUID, secret(), Precondition.none(), stamp(10));
        var pending = put.decide(Entry.absent(), Samples.NO_MARK).after();
        assertUnchanged(patch(elsewhere, 20), pending, Verdict.HEADERS_REQUIRED);
        assertUnchanged(patch(elsewhere, OTHER, 20), pending, Verdict.PRECONDITION_FAILED);

        var kept =
                new Entry.Kept(
                        new KeptTimer(
                                pending.pending().orElseThrow(),
                                TimerState.FAILED,
                                NOON.plusSeconds(2),
                                NOON.plusSeconds(3_600)));
        assertUnchanged(patch(elsewhere, 20), kept, Verdict.HEADERS_REQUIRED);

        var without = patch(elsewhere(Optional.of(CallbackHeaders.NONE)), 20);
        for (var entry : List.of(pending, kept)) {
            assertThat(assertSchedules(without, entry, Verdict.PATCHED).spec().target().headers())
                    .isEqualTo(CallbackHeaders.NONE);
            assertRepeatable(without, entry);
        }
    }

    @Test
    void executeAtRevivesAKeptTimer() {
        for (var state : new TimerState[] {TimerState.REACHED, TimerState.FAILED}) {
            var timer = assertSchedules(patch(executeAt(NOON), 20), kept(state), Verdict.PATCHED);

            assertThat(timer.generation()).isEqualTo(new Generation(20));
            assertThat(timer.attempts()).isZero();
            assertThat(timer.fireAt()).isEqualTo(NOON);
            assertThat(timer.createdAt()).isEqualTo(Samples.timer().createdAt());
        }
    }

    @Test
    void otherFieldsOfAKeptTimerAreNotFound() {
        assertUnchanged(patch(payload("2"), 20), kept(TimerState.REACHED), Verdict.NOT_FOUND);
        assertUnchanged(patch(payload("2"), 20), kept(TimerState.FAILED), Verdict.NOT_FOUND);
    }

    @Test
    void itWritesNoRowBeforeTheMark() {
        assertClampedToTheMark(patch(executeAt(NOON.plusSeconds(60)), 20), WAITING);
        assertClampedToTheMark(patch(executeAt(NOON), 20), kept(TimerState.REACHED));
    }

    @Test
    void aRevisionBehindTheFormerOneStillRaisesIt() {
        var timer = assertSchedules(patch(payload("2"), 5), pending(), Verdict.PATCHED);

        assertThat(timer.revision()).isEqualTo(new Revision(11));
    }

    private static Patch patch(TimerPatch patch, long number) {
        return patch(patch, Precondition.none(), number);
    }

    private static Patch patch(TimerPatch patch, Precondition precondition, long number) {
        return new Patch(Samples.KEY, patch, precondition, stamp(number));
    }
}
