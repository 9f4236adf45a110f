package dev.belfry.http.callback;

import static dev.belfry.core.Checks.require;

import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.trace.Tracing;
import io.vertx.core.net.ProxyOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the sender of callbacks may use.
 *
 * @param eventLoops that share the callbacks
 * @param maxInFlightPerHost attempts at the same time to one host, as the engine keeps it; pools
 *     are sized by it, so that no attempt ever queues for a connection
 * @param maxPayloadBytes of a payload that a receiver gives back
 * @param answerMemory for long answers that are being read, all together
 * @param secrets sign callbacks; asked for each, because they change
 * @param egress where callbacks may go
 * @param proxy that callbacks go through
 * @param closePatience how long closing waits for attempts under way
 * @param tracing is told of attempts
 */
public record SenderSettings(
        int eventLoops,
        int maxInFlightPerHost,
        int maxPayloadBytes,
        long answerMemory,
        Supplier<CallbackSecrets> secrets,
        Egress egress,
        Optional<ProxyOptions> proxy,
        Duration closePatience,
        Tracing tracing) {
    /** Beyond it a pool's bookkeeping costs more than it gives. */
    private static final int MOST_PER_HOST = 10_000;

    public SenderSettings {
        require(eventLoops >= 1, "callback.eventLoops", "must be at least 1");
        require(
                maxInFlightPerHost >= 1 && maxInFlightPerHost <= MOST_PER_HOST,
                "callback.maxInFlightPerHost",
                "must be 1 to %d",
                MOST_PER_HOST);
        require(answerMemory >= 0, "callback.answerMemory", "must not be negative");
        require(maxPayloadBytes >= 1, "callback.maxPayloadBytes", "must be positive");
        require(!closePatience.isNegative(), "callback.closePatience", "must not be negative");
    }
}
