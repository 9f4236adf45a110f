package dev.belfry.node.fire;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Timer;
import java.time.Instant;

/** One try to deliver a timer's callback. */
public record Attempt(AttemptId id, Timer timer, Instant startedAt) {
    /** The id by which a receiver knows repeats; of a schedule it names the run. */
    public String webhookId() {
        return id.webhookId()
                + timer.spec()
                        .recurrence()
                        .map(place -> "_" + place.scheduledFor().toEpochMilli())
                        .orElse("");
    }

    /** When its reply must be there. */
    public Instant deadline() {
        return startedAt.plus(timer.spec().target().timeout());
    }
}
