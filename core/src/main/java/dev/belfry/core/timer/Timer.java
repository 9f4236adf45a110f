package dev.belfry.core.timer;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.schedule.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * A scheduled callback as it stands in the store.
 *
 * @param fireAt when it is looked at next: executeAt, or the next attempt; never before the shard's
 *     low-water mark
 * @param attempts finished attempts of this generation
 * @param lastError why the last of them failed
 * @param attemptLog the last attempts, of earlier generations too
 */
public record Timer(
        TimerKey key,
        TimerUuid uuid,
        Generation generation,
        Revision revision,
        TimerSpec spec,
        Instant fireAt,
        int attempts,
        Optional<String> lastError,
        AttemptLog attemptLog,
        Instant createdAt,
        Instant updatedAt) {
    /** Errors are for people; a longer one is cut where it is made. */
    public static final int MAX_ERROR_LENGTH = 500;

    /** What a timer costs in memory beside its texts: measured on a 64-bit JVM, rounded up. */
    private static final int FIXED_HEAP_BYTES = 640;

    private static final int RECURRENCE_HEAP_BYTES = 700;

    public Timer {
        Instants.requireStorable(fireAt, "fireAt");
        createdAt = Instants.floorToMillis(createdAt);
        updatedAt = Instants.floorToMillis(updatedAt);
        invariant(attempts >= 0, "%s has %d attempts", key, attempts);
    }

    /** An error as it is kept: not too long, and without what can not be stored. */
    public static String keptError(String error) {
        return StorableText.cut(error, MAX_ERROR_LENGTH);
    }

    public Position position() {
        return new Position(fireAt, uuid);
    }

    /** A new schedule of the same timer: attempts start over. */
    public Timer rescheduled(Revision by, TimerSpec newSpec, Instant newFireAt, Instant now) {
        return new Timer(
                key,
                uuid,
                Generation.startedBy(by),
                by,
                newSpec,
                newFireAt,
                0,
                Optional.empty(),
                attemptLog,
                createdAt,
                now);
    }

    /** The same schedule with other contents. */
    public Timer changed(Revision by, TimerSpec newSpec, Instant now) {
        return new Timer(
                key,
                uuid,
                generation,
                by,
                newSpec,
                fireAt,
                attempts,
                lastError,
                attemptLog,
                createdAt,
                now);
    }

    /** The same schedule after one more failed attempt. */
    public Timer failed(String error, Instant nextFireAt, Instant now) {
        return new Timer(
                key,
                uuid,
                generation,
                revision,
                spec,
                nextFireAt,
                attempts + 1,
                Optional.of(keptError(error)),
                attemptLog,
                createdAt,
                now);
    }

    /** The same schedule after the attempt that the receiver accepted. */
    public Timer reached(Instant now) {
        return new Timer(
                key,
                uuid,
                generation,
                revision,
                spec,
                fireAt,
                attempts + 1,
                Optional.empty(),
                attemptLog,
                createdAt,
                now);
    }

    /** The next run of its schedule, or another place in it: attempts start over. */
    public Timer nextRun(Recurrence next, Generation of, Instant now) {
        var at = next.paused() ? Instants.LATEST : next.executeAt(uuid.low());
        return new Timer(
                key,
                uuid,
                of,
                revision,
                spec.executeAt(at).recurrence(next),
                at,
                0,
                Optional.empty(),
                attemptLog,
                createdAt,
                now);
    }

    /** The same under the numbers of a run. */
    public Timer asRun(Generation of, Revision unchanged) {
        return new Timer(
                key,
                uuid,
                of,
                unchanged,
                spec,
                fireAt,
                attempts,
                lastError,
                attemptLog,
                createdAt,
                updatedAt);
    }

    /** The number of a schedule that follows this one without a change by a user. */
    public Generation nextGeneration() {
        return Generation.startedBy(latest().next());
    }

    /** This run by itself, beside the schedule, which goes on. */
    public Timer alone(Recurrence run) {
        var runKey = key.ofRun(run.scheduledFor());
        return new Timer(
                runKey,
                TimerUuid.of(runKey),
                generation,
                revision,
                spec.recurrence(run.alone()),
                fireAt,
                attempts,
                lastError,
                attemptLog,
                createdAt,
                updatedAt);
    }

    /** Its schedule, unless it runs once, or is a single run beside a schedule. */
    public Optional<Recurrence> recurrence() {
        return spec.recurrence().filter(one -> !one.apart());
    }

    /** The greatest number it has been given: each run raises the generation alone. */
    public Revision latest() {
        return new Revision(Math.max(revision.value(), generation.value()));
    }

    /** The same with one more attempt in its log. */
    public Timer tried(PastAttempt attempt) {
        return new Timer(
                key,
                uuid,
                generation,
                revision,
                spec,
                fireAt,
                attempts,
                lastError,
                attemptLog.with(attempt),
                createdAt,
                updatedAt);
    }

    /** The same timer, looked at at another instant. */
    public Timer firingAt(Instant newFireAt) {
        return new Timer(
                key,
                uuid,
                generation,
                revision,
                spec,
                newFireAt,
                attempts,
                lastError,
                attemptLog,
                createdAt,
                updatedAt);
    }

    /** About what it occupies in memory; budgets are kept by this. */
    public int heapBytes() {
        return FIXED_HEAP_BYTES
                + (spec.recurrence().isPresent() ? RECURRENCE_HEAP_BYTES : 0)
                + 2 * key.id().length()
                + spec.target().url().length()
                + spec.target().headers().heapBytes()
                + spec.correlationId().map(String::length).orElse(0)
                + spec.payload().size()
                + lastError.map(String::length).orElse(0)
                + attemptLog.heapBytes();
    }
}
