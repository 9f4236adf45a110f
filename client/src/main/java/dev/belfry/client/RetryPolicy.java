package dev.belfry.client;

import java.time.Duration;

/**
 * How often and how long a failed callback is tried again.
 *
 * @param maxAttempts counts the first attempt
 * @param maxDuration no attempt starts later than this after executeAt
 * @param initialInterval longest wait before the second attempt
 * @param backoffMultiplier by which the longest wait grows
 * @param maxInterval longest wait of all
 */
public record RetryPolicy(
        int maxAttempts,
        Duration maxDuration,
        Duration initialInterval,
        double backoffMultiplier,
        Duration maxInterval) {
    String json() {
        return new JsonWriter()
                .number("maxAttempts", maxAttempts)
                .duration("maxDuration", maxDuration)
                .duration("initialInterval", initialInterval)
                .number("backoffMultiplier", backoffMultiplier)
                .duration("maxInterval", maxInterval)
                .end();
    }

    static RetryPolicy of(JsonObject json) {
        return new RetryPolicy(
                json.number("maxAttempts").intValueExact(),
                json.duration("maxDuration"),
                json.duration("initialInterval"),
                json.number("backoffMultiplier").doubleValue(),
                json.duration("maxInterval"));
    }
}
