package dev.belfry.http.api;

import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.RetryPolicy;

import java.time.Duration;
import java.util.Optional;

/** What a request says about retries; the group says the rest. */
record RetryFields(
        Optional<Integer> maxAttempts,
        Optional<Duration> maxDuration,
        Optional<Duration> initialInterval,
        Optional<Double> backoffMultiplier,
        Optional<Duration> maxInterval) {
    RetryPolicy over(RetryPolicy defaults) {
        return new RetryPolicy(
                maxAttempts.orElse(defaults.maxAttempts()),
                maxDuration.orElse(defaults.maxDuration()),
                initialInterval.orElse(defaults.initialInterval()),
                backoffMultiplier.orElse(defaults.backoffMultiplier()),
                maxInterval.orElse(defaults.maxInterval()));
    }

    String asText() {
        return String.join(
                ";",
                maxAttempts.map(Object::toString).orElse(""),
                maxDuration.map(DurationText::format).orElse(""),
                initialInterval.map(DurationText::format).orElse(""),
                backoffMultiplier.map(Object::toString).orElse(""),
                maxInterval.map(DurationText::format).orElse(""));
    }
}
