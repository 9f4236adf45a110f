package dev.belfry.check.history;

import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.Optional;

/**
 * A timer as an answer, or the store at the end, showed it.
 *
 * @param attempts finished attempts of its schedule
 * @param webhookId of its schedule, where that can be seen
 */
public record Seen(
        TimerState state,
        Revision revision,
        Instant executeAt,
        int attempts,
        Optional<String> webhookId) {
    public static Seen of(Timer timer, Optional<String> webhookId) {
        return of(timer, TimerState.SCHEDULED, webhookId);
    }

    public static Seen of(KeptTimer kept, Optional<String> webhookId) {
        return of(kept.timer(), kept.state(), webhookId);
    }

    private static Seen of(Timer timer, TimerState state, Optional<String> webhookId) {
        return new Seen(
                state, timer.revision(), timer.spec().executeAt(), timer.attempts(), webhookId);
    }
}
