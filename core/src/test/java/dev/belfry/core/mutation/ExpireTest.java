package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Decisions.assertGone;
import static dev.belfry.core.mutation.Decisions.assertUnchanged;
import static dev.belfry.core.mutation.Samples.KEY;
import static dev.belfry.core.mutation.Samples.NOON;
import static dev.belfry.core.mutation.Samples.kept;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ExpireTest {
    private static final Instant END = NOON.plus(Duration.ofDays(1));

    @Test
    void aKeptTimerGoesWhenItsTimeIsOver() {
        for (var state : new TimerState[] {TimerState.REACHED, TimerState.FAILED}) {
            assertGone(new Expire(KEY, END), kept(state), Verdict.EXPIRED);
            assertGone(new Expire(KEY, END.plusMillis(1)), kept(state), Verdict.EXPIRED);
        }
    }

    @Test
    void aKeptTimerWithTimeLeftStays() {
        assertUnchanged(
                new Expire(KEY, END.minusMillis(1)), kept(TimerState.FAILED), Verdict.SUPERSEDED);
    }

    @Test
    void whatIsNotKeptIsLeftAlone() {
        assertUnchanged(new Expire(KEY, END), Samples.pending(), Verdict.SUPERSEDED);
        assertUnchanged(new Expire(KEY, END), Entry.absent(), Verdict.SUPERSEDED);
    }
}
