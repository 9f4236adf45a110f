package dev.belfry.check.processes;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.client.NewTimer;
import dev.belfry.client.TimerChanges;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What clients ask for, at random: as it is sent, and as a history keeps it. Thread-safe. */
public final class Wanted {
    /** Timers beyond this are never due in a run: the store must still hold them at its end. */
    public static final Duration FAR = Duration.ofDays(1);

    private static final long NEAR_MILLIS = 15_000;

    /** No callback is to run out of time on busy cores: then only a crash explains a repeat. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Short waits, so that a run comes to an end; four attempts, so that few timers fail. */
    private static final RetryPolicy POLICY =
            new RetryPolicy(
                    4, Duration.ofHours(1), Duration.ofMillis(500), 2.0, Duration.ofSeconds(2));

    private final String callbackUrl;
    private final AtomicLong made = new AtomicLong();

    public Wanted(String callbackUrl) {
        this.callbackUrl = callbackUrl;
    }

    /** A timer as asked for, but for its id. */
    public record Spec(Instant at, String callbackUrl, String payload, ObservedRequest request) {
        public NewTimer timer(String id) {
            var policy =
                    new dev.belfry.client.TimerRetryPolicy(
                            POLICY.maxAttempts(),
                            POLICY.maxDuration(),
                            POLICY.initialInterval(),
                            POLICY.backoffMultiplier(),
                            POLICY.maxInterval());
            return NewTimer.of(id, at, callbackUrl)
                    .callbackTimeout(TIMEOUT)
                    .retryPolicy(policy)
                    .payload(payload);
        }
    }

    /** A change as asked for. */
    public record Patch(TimerChanges patch, Change change) {}

    Spec spec() {
        return specAt(executeAt());
    }

    /** A timer that is due at once. */
    public Spec soon() {
        return specAt(Instants.ceilToMillis(Instant.now()));
    }

    public Spec specAt(Instant at) {
        var payload = payload();
        return new Spec(
                at,
                callbackUrl,
                payload,
                new ObservedRequest(
                        at, fingerprint(payload), POLICY, TIMEOUT, digest(at + payload)));
    }

    Patch patch() {
        var chance = ThreadLocalRandom.current();
        Optional<Instant> at = chance.nextBoolean() ? Optional.of(executeAt()) : Optional.empty();
        Optional<String> payload =
                at.isEmpty() || chance.nextBoolean() ? Optional.of(payload()) : Optional.empty();
        var patch = at.map(TimerChanges.empty()::executeAt).orElseGet(TimerChanges::empty);
        return new Patch(
                payload.map(patch::payload).orElse(patch),
                new Change(
                        at,
                        payload.map(Wanted::fingerprint),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        digest(at + payload.orElse(""))));
    }

    private static Instant executeAt() {
        var chance = ThreadLocalRandom.current();
        var ahead =
                chance.nextInt(10) < 4
                        ? Duration.ofMillis(chance.nextLong(-1_000, NEAR_MILLIS))
                        : FAR.plusSeconds(chance.nextLong(100_000));
        return Instants.ceilToMillis(Instant.now().plus(ahead));
    }

    private String payload() {
        return "{\"n\": " + made.incrementAndGet() + "}";
    }

    private static Fingerprint fingerprint(String text) {
        return Fingerprint.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Digest digest(String text) {
        return Digest.of(List.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
