package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.schedule.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * What a user asked for.
 *
 * @param recurrence the schedule of a timer that runs again and again, and where it stands in it
 * @param digest of the request as asked; decides whether a repeated request is identical
 */
public record TimerSpec(
        Instant executeAt,
        CallbackTarget target,
        Payload payload,
        RetryPolicy retryPolicy,
        Optional<String> correlationId,
        Optional<Recurrence> recurrence,
        Digest digest) {
    public static final int MAX_CORRELATION_ID_LENGTH = 255;

    public TimerSpec {
        executeAt = Instants.ceilToMillis(executeAt);
        Instants.requireStorable(executeAt, "executeAt");
        correlationId.ifPresent(TimerSpec::requireCorrelationId);
    }

    /** Of a timer that runs once. */
    public TimerSpec(
            Instant executeAt,
            CallbackTarget target,
            Payload payload,
            RetryPolicy retryPolicy,
            Optional<String> correlationId,
            Digest digest) {
        this(executeAt, target, payload, retryPolicy, correlationId, Optional.empty(), digest);
    }

    public static void requireCorrelationId(String id) {
        require(!id.isEmpty(), "correlationId", "is empty");
        require(
                id.length() <= MAX_CORRELATION_ID_LENGTH,
                "correlationId",
                "is longer than %d characters",
                MAX_CORRELATION_ID_LENGTH);
        require(
                id.chars().noneMatch(c -> c < 0x20 || c > 0x7E),
                "correlationId",
                "is not printable ASCII");
    }

    public TimerSpec executeAt(Instant newExecuteAt) {
        return new TimerSpec(
                newExecuteAt, target, payload, retryPolicy, correlationId, recurrence, digest);
    }

    /** With another place in its schedule. */
    public TimerSpec recurrence(Recurrence other) {
        return new TimerSpec(
                executeAt, target, payload, retryPolicy, correlationId, Optional.of(other), digest);
    }

    public TimerSpec payload(Payload newPayload) {
        return new TimerSpec(
                executeAt, target, newPayload, retryPolicy, correlationId, recurrence, digest);
    }

    public TimerSpec digest(Digest newDigest) {
        return new TimerSpec(
                executeAt, target, payload, retryPolicy, correlationId, recurrence, newDigest);
    }
}
