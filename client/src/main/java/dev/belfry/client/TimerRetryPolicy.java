package dev.belfry.client;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * Which callbacks have failed, and how often and how long those are tried again.
 *
 * @param maxAttempts counts the first attempt
 * @param maxDuration how long it is tried, from executeAt or, if it came late, the first attempt on
 * @param initialInterval longest wait before the second attempt
 * @param backoffMultiplier by which the longest wait grows
 * @param maxInterval longest wait of all
 * @param strict whether a success has to be said in the answer's body, or by 204
 * @param permanentStatuses that fail a timer without a retry, beside 410
 */
public record TimerRetryPolicy(
        int maxAttempts,
        Duration maxDuration,
        Duration initialInterval,
        double backoffMultiplier,
        Duration maxInterval,
        boolean strict,
        List<Integer> permanentStatuses) {
    private static final String STRICT = "strict";

    /** Every 2xx is a success, and every failure but 410 is tried again. */
    public TimerRetryPolicy(
            int maxAttempts,
            Duration maxDuration,
            Duration initialInterval,
            double backoffMultiplier,
            Duration maxInterval) {
        this(
                maxAttempts,
                maxDuration,
                initialInterval,
                backoffMultiplier,
                maxInterval,
                false,
                List.of());
    }

    public TimerRetryPolicy {
        permanentStatuses = List.copyOf(permanentStatuses);
    }

    String json() {
        return new JsonWriter()
                .number("maxAttempts", maxAttempts)
                .duration("maxDuration", maxDuration)
                .duration("initialInterval", initialInterval)
                .number("backoffMultiplier", backoffMultiplier)
                .duration("maxInterval", maxInterval)
                .text("success", strict ? STRICT : "2xx")
                .raw("permanentStatuses", permanentStatuses.toString())
                .end();
    }

    static TimerRetryPolicy of(JsonObject json) {
        return new TimerRetryPolicy(
                json.number("maxAttempts").intValueExact(),
                json.duration("maxDuration"),
                json.duration("initialInterval"),
                json.number("backoffMultiplier").doubleValue(),
                json.duration("maxInterval"),
                json.findText("success").filter(STRICT::equals).isPresent(),
                json.list("permanentStatuses", BigDecimal.class).stream()
                        .map(BigDecimal::intValueExact)
                        .toList());
    }
}
