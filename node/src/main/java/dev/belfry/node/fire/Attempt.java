package dev.belfry.node.fire;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Timer;
import java.time.Instant;

/** One try to deliver a timer's callback. */
public record Attempt(AttemptId id, Timer timer, Instant startedAt) {
    /** When its reply must be there. */
    public Instant deadline() {
        return startedAt.plus(timer.spec().target().timeout());
    }
}
