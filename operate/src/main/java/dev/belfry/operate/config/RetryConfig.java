package dev.belfry.operate.config;

import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;

/** The retry policy of timers that do not bring their own. */
public record RetryConfig(
        @Setting(fallback = "1000", says = "Attempts in all; the first one counts.")
                int maxAttempts,
        @Setting(
                        fallback = "24h",
                        says =
                                "How long it is tried, from executeAt on; a timer that came late has as long from its first attempt.")
                Duration maxDuration,
        @Setting(fallback = "5s", says = "Longest wait before the second attempt.")
                Duration initialInterval,
        @Setting(
                        fallback = "3.0",
                        says = "By which the longest wait grows from one attempt to the next.")
                double backoffMultiplier,
        @Setting(fallback = "1h", says = "Longest wait of all.") Duration maxInterval,
        @Setting(
                        fallback = "2xx",
                        says =
                                "Which answers are a success: 2xx takes every one whose body does not say ok=false; strict wants 204 or a body that says so.")
                AnswerRules.Success success,
        @Setting(
                        fallback = "",
                        says =
                                "Statuses that fail a timer without a retry, such as 404, 422; 410 always does.")
                StatusList permanentStatuses) {
    /** The policy; it checks itself. */
    public RetryPolicy toPolicy() {
        return new RetryPolicy(
                maxAttempts,
                maxDuration,
                initialInterval,
                backoffMultiplier,
                maxInterval,
                AnswerRules.of(success, permanentStatuses.statuses()));
    }
}
