package dev.belfry.check.simulation.cluster;

import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What clients ask for, at random: short policies, so that a simulation comes to an end. */
final class RandomTimers {
    private final SimulatedCluster cluster;
    private long made;

    RandomTimers(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    TimerSpec spec() {
        return spec(executeAt(), payload(cluster.payloadBytes()));
    }

    /** Of a timer that is not due before the end of the run. */
    TimerSpec laterSpec() {
        var later = Instants.ceilToMillis(cluster.scribe().now().plus(Duration.ofHours(1)));
        return spec(later, payload(0));
    }

    private TimerSpec spec(Instant executeAt, Payload payload) {
        var chance = cluster.chance();
        var policy = policy();
        var timeout = chance.millis(50, 3_000);
        var url = "http://host-" + chance.random().nextInt(3) + ":80/";
        var digest =
                digest(executeAt + "|" + made + "|" + policy.toText() + "|" + timeout + "|" + url);
        return new TimerSpec(
                executeAt,
                new CallbackTarget(url, timeout, CallbackHeaders.NONE),
                payload,
                policy,
                Optional.empty(),
                digest);
    }

    TimerPatch patch() {
        var chance = cluster.chance();
        Optional<Instant> executeAt = chance.of(0.5) ? Optional.of(executeAt()) : Optional.empty();
        Optional<Payload> payload =
                executeAt.isEmpty() || chance.of(0.3)
                        ? Optional.of(payload(cluster.payloadBytes()))
                        : Optional.empty();
        return new TimerPatch(
                executeAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                payload,
                Optional.empty(),
                Optional.empty(),
                digest("patch|" + executeAt + "|" + made));
    }

    private Instant executeAt() {
        var chance = cluster.chance();
        var ahead = chance.of(0.2) ? chance.millis(-3_000, 0) : chance.millis(0, 15_000);
        return Instants.ceilToMillis(cluster.scribe().now().plus(ahead));
    }

    private Payload payload(int length) {
        var filler = length == 0 ? "" : "x".repeat(cluster.chance().random().nextInt(length));
        return Payload.of("{\"n\":%d,\"x\":\"%s\"}".formatted(++made, filler));
    }

    /**
     * The limit by duration is left to unit tests: whether it is reached depends on when an outage
     * lets an attempt be settled, which no history shows.
     */
    private RetryPolicy policy() {
        var chance = cluster.chance();
        return new RetryPolicy(
                1 + chance.random().nextInt(5),
                Duration.ofHours(1),
                chance.millis(50, 1_000),
                1.0 + chance.random().nextInt(3),
                Duration.ofSeconds(3));
    }

    private static Digest digest(String text) {
        return Digest.of(List.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
