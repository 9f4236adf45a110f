package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A timer as the server showed it.
 *
 * @param payload JSON text, byte for byte as it was given
 * @param attempts finished attempts of its schedule
 * @param nextAttemptAt of a scheduled timer
 * @param settledAt when it was reached or failed, if it is kept
 * @param etag its revision, for {@code If-Match}; timers in lists come without it
 */
public record BelfryTimer(
        String group,
        String id,
        String uuid,
        Instant executeAt,
        String callbackUrl,
        Duration callbackTimeout,
        TimerRetryPolicy retryPolicy,
        Optional<String> correlationId,
        String payload,
        Instant createdAt,
        Instant updatedAt,
        int attempts,
        Optional<String> lastError,
        State state,
        Optional<Instant> nextAttemptAt,
        Optional<Instant> settledAt,
        Optional<String> etag) {
    /** What became of it until now. */
    public enum State {
        SCHEDULED,
        REACHED,
        FAILED
    }

    static BelfryTimer of(JsonObject json, Optional<String> etag) {
        return new BelfryTimer(
                json.text("groupId"),
                json.text("timerId"),
                json.text("timerUuid"),
                json.instant("executeAt"),
                json.text("callbackUrl"),
                json.duration("callbackTimeout"),
                TimerRetryPolicy.of(json.object("retryPolicy")),
                json.findText("correlationId"),
                json.text("payload"),
                json.instant("createdAt"),
                json.instant("updatedAt"),
                json.number("attempts").intValueExact(),
                json.findText("lastError"),
                State.valueOf(json.text("state")),
                json.findInstant("nextAttemptAt"),
                json.findInstant("reachedAt").or(() -> json.findInstant("failedAt")),
                etag);
    }
}
