package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A timer as the server showed it.
 *
 * @param payload JSON text, byte for byte as it was given; empty where a list left it out
 * @param attempts finished attempts of its schedule
 * @param nextAttemptAt of a scheduled timer
 * @param lastAttempts what its last attempts came to, oldest first
 * @param settledAt when it was reached, failed or cancelled, if it is kept
 * @param run of a timer with a schedule: the run that is next, or under way
 * @param etag its revision, for {@code If-Match}; timers in lists come without it
 */
public record BelfryTimer(
        String group,
        String id,
        String uuid,
        Instant executeAt,
        String callbackUrl,
        Duration callbackTimeout,
        Method method,
        Body body,
        Optional<String> credential,
        Optional<String> onFailed,
        TimerRetryPolicy retryPolicy,
        Optional<String> correlationId,
        String payload,
        Instant createdAt,
        Instant updatedAt,
        int attempts,
        Optional<String> lastError,
        List<TimerAttempt> lastAttempts,
        State state,
        Optional<Instant> nextAttemptAt,
        Optional<Instant> settledAt,
        Optional<Run> run,
        Optional<String> etag) {
    /**
     * Where a timer stands in its schedule.
     *
     * @param number of the run, from one
     * @param paused whether no run starts
     */
    public record Run(Instant scheduledFor, long number, boolean paused) {
        static Optional<Run> find(JsonObject json) {
            return json.findInstant("scheduledFor")
                    .map(
                            at ->
                                    new Run(
                                            at,
                                            json.number("run").longValueExact(),
                                            json.flag("paused")));
        }
    }

    /** What became of it until now. */
    public enum State {
        SCHEDULED,
        REACHED,
        FAILED,
        /** Deleted; what is shown is a record, and nothing can be changed. */
        CANCELLED
    }

    /** How its callback is made; GET and DELETE carry no body. */
    public enum Method {
        POST,
        PUT,
        PATCH,
        GET,
        DELETE
    }

    /** What the body of its callback is. */
    public enum Body {
        /** An object with the timer's names, the attempt and the payload. */
        ENVELOPE,
        /** The payload alone; the rest is in headers that begin with {@code webhook-}. */
        PAYLOAD;

        String json() {
            return JsonWriter.quoted(name().toLowerCase(Locale.ROOT));
        }

        static Body of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    static BelfryTimer of(JsonObject json, Optional<String> etag) {
        return new BelfryTimer(
                json.text("groupId"),
                json.text("timerId"),
                json.text("timerUuid"),
                json.instant("executeAt"),
                json.text("callbackUrl"),
                json.duration("callbackTimeout"),
                json.findText("method").map(Method::valueOf).orElse(Method.POST),
                json.findText("body").map(Body::of).orElse(Body.ENVELOPE),
                json.findText("credential"),
                json.findText("onFailed"),
                TimerRetryPolicy.of(json.object("retryPolicy")),
                json.findText("correlationId"),
                json.findText("payload").orElse(""),
                json.instant("createdAt"),
                json.instant("updatedAt"),
                json.number("attempts").intValueExact(),
                json.findText("lastError"),
                json.list("lastAttempts", JsonObject.class).stream().map(TimerAttempt::of).toList(),
                State.valueOf(json.text("state")),
                json.findInstant("nextAttemptAt"),
                json.findInstant("reachedAt")
                        .or(() -> json.findInstant("failedAt"))
                        .or(() -> json.findInstant("cancelledAt")),
                Run.find(json),
                etag);
    }
}
