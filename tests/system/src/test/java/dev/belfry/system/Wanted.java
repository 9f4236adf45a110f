package dev.belfry.system;

import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.history.Change;
import dev.belfry.history.Fingerprint;
import dev.belfry.history.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What clients ask for, at random: as it is sent, and as a history keeps it. Thread-safe. */
final class Wanted {
    /** Timers beyond this are never due in a run: the store must still hold them at its end. */
    static final Duration FAR = Duration.ofDays(1);

    private static final long NEAR_MILLIS = 15_000;

    /** No callback is to run out of time on busy cores: then only a crash explains a repeat. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Short waits, so that a run comes to an end; four attempts, so that few timers fail. */
    private static final RetryPolicy POLICY =
            new RetryPolicy(
                    4, Duration.ofHours(1), Duration.ofMillis(500), 2.0, Duration.ofSeconds(2));

    private static final String POLICY_JSON =
            "{\"maxAttempts\":4,\"maxDuration\":\"1h\",\"initialInterval\":\"500ms\","
                    + "\"backoffMultiplier\":2.0,\"maxInterval\":\"2s\"}";

    private final String callbackUrl;
    private final AtomicLong made = new AtomicLong();

    Wanted(String callbackUrl) {
        this.callbackUrl = callbackUrl;
    }

    /** A timer as asked for. */
    record Spec(String fields, Request request) {
        String withId(String id) {
            return "{\"timerId\":\"" + id + "\"," + fields + "}";
        }

        String withoutId() {
            return "{" + fields + "}";
        }
    }

    /** A change as asked for. */
    record Patch(String body, Change change) {}

    Spec spec() {
        return specAt(executeAt());
    }

    /** A timer that is due at once. */
    Spec soon() {
        return specAt(Instants.ceilToMillis(Instant.now()));
    }

    private Spec specAt(Instant at) {
        var payload = payload();
        var fields =
                "\"executeAt\":\"%s\",\"callbackUrl\":\"%s\",\"callbackTimeout\":\"60s\",\"retryPolicy\":%s,\"payload\":%s"
                        .formatted(at, callbackUrl, POLICY_JSON, payload);
        return new Spec(
                fields, new Request(at, fingerprint(payload), POLICY, TIMEOUT, digest(fields)));
    }

    Patch patch() {
        var chance = ThreadLocalRandom.current();
        Optional<Instant> at = chance.nextBoolean() ? Optional.of(executeAt()) : Optional.empty();
        Optional<String> payload =
                at.isEmpty() || chance.nextBoolean() ? Optional.of(payload()) : Optional.empty();
        var fields = at.map(it -> "\"executeAt\":\"" + it + "\"").stream().toList();
        var more = payload.map(it -> "\"payload\":" + it).stream().toList();
        var body =
                "{"
                        + String.join(",", fields)
                        + (fields.isEmpty() || more.isEmpty() ? "" : ",")
                        + String.join(",", more)
                        + "}";
        return new Patch(
                body,
                new Change(
                        at,
                        payload.map(Wanted::fingerprint),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        digest(body)));
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
