package dev.belfry.operate.config;

import dev.belfry.core.timer.RetryPolicy;

import java.time.Duration;

/** The retry policy of timers that do not bring their own. */
public record RetryConfig(
        @Setting(fallback = "4", says = "Attempts in all; the first one counts.") int maxAttempts,
        @Setting(fallback = "24h", says = "No attempt starts later than this after executeAt.")
                Duration maxDuration,
        @Setting(fallback = "30s", says = "Longest wait before the second attempt.")
                Duration initialInterval,
        @Setting(
                        fallback = "2.0",
                        says = "By which the longest wait grows from one attempt to the next.")
                double backoffMultiplier,
        @Setting(fallback = "10m", says = "Longest wait of all.") Duration maxInterval) {
    /** The policy; it checks itself. */
    public RetryPolicy toPolicy() {
        return new RetryPolicy(
                maxAttempts, maxDuration, initialInterval, backoffMultiplier, maxInterval);
    }
}
