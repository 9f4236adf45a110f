package dev.belfry.core.timer;

import static dev.belfry.core.Checks.invariant;

import java.time.Instant;
import java.util.Optional;

/**
 * A scheduled callback as it stands in the store.
 *
 * @param fireAt when it is looked at next: executeAt, or the next attempt; never before the shard's
 *     low-water mark
 * @param attempts finished attempts of this generation
 * @param lastError why the last of them failed
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
        Instant createdAt,
        Instant updatedAt) {
    /** Errors are for people; a longer one is cut where it is made. */
    public static final int MAX_ERROR_LENGTH = 500;

    /** What a timer costs in memory beside its texts: measured on a 64-bit JVM, rounded up. */
    private static final int FIXED_HEAP_BYTES = 640;

    public Timer {
        Instants.requireStorable(fireAt, "fireAt");
        createdAt = Instants.floorToMillis(createdAt);
        updatedAt = Instants.floorToMillis(updatedAt);
        invariant(attempts >= 0, "%s has %d attempts", key, attempts);
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
                createdAt,
                now);
    }

    /** The same schedule with other contents. */
    public Timer changed(Revision by, TimerSpec newSpec, Instant now) {
        return new Timer(
                key, uuid, generation, by, newSpec, fireAt, attempts, lastError, createdAt, now);
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
                Optional.of(storable(error)),
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
                createdAt,
                now);
    }

    /** What a receiver answers may hold anything; some stores refuse control characters. */
    private static String storable(String error) {
        var clean = new StringBuilder();
        error.codePoints()
                .map(c -> Character.isISOControl(c) || isSurrogate(c) ? '?' : c)
                .takeWhile(c -> clean.length() + Character.charCount(c) <= MAX_ERROR_LENGTH)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
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
                createdAt,
                updatedAt);
    }

    /** About what it occupies in memory; budgets are kept by this. */
    public int heapBytes() {
        return FIXED_HEAP_BYTES
                + 2 * key.id().length()
                + spec.target().url().length()
                + spec.target().headers().heapBytes()
                + spec.correlationId().map(String::length).orElse(0)
                + spec.payload().size()
                + lastError.map(String::length).orElse(0);
    }
}
