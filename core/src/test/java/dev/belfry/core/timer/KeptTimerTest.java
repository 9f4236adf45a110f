package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static dev.belfry.core.mutation.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.mutation.Samples;
import org.junit.jupiter.api.Test;

class KeptTimerTest {
    private static final Timer TIMER = Samples.timer();

    @Test
    void aScheduledTimerIsNotKept() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new KeptTimer(TIMER, TimerState.SCHEDULED, NOON, NOON));
    }

    @Test
    void itLiesWhereItWasSettled() {
        var kept = new KeptTimer(TIMER, TimerState.REACHED, NOON.plusMillis(5), NOON);

        assertThat(kept.position()).isEqualTo(new Position(NOON.plusMillis(5), TIMER.uuid()));
    }

    @Test
    void itsInstantsCanBeStored() {
        var fine = NOON.plusNanos(1);
        assertRefused("settledAt", () -> new KeptTimer(TIMER, TimerState.FAILED, fine, NOON));
        assertRefused("keepUntil", () -> new KeptTimer(TIMER, TimerState.FAILED, NOON, fine));
    }

    @Test
    void onlyAPendingEntryHasAPendingTimer() {
        var kept = new KeptTimer(TIMER, TimerState.REACHED, NOON, NOON);

        assertThat(new Entry.Pending(TIMER).pending()).contains(TIMER);
        assertThat(new Entry.Kept(kept).pending()).isEmpty();
        assertThat(Entry.absent().pending()).isEmpty();
    }
}
