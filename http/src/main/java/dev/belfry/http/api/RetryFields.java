package dev.belfry.http.api;

import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What a request says about retries; the group says the rest. */
record RetryFields(
        Optional<Integer> maxAttempts,
        Optional<Duration> maxDuration,
        Optional<Duration> initialInterval,
        Optional<Double> backoffMultiplier,
        Optional<Duration> maxInterval,
        Optional<AnswerRules.Success> success,
        Optional<List<Integer>> permanentStatuses) {
    RetryPolicy over(RetryPolicy defaults) {
        return new RetryPolicy(
                maxAttempts.orElse(defaults.maxAttempts()),
                maxDuration.orElse(defaults.maxDuration()),
                initialInterval.orElse(defaults.initialInterval()),
                backoffMultiplier.orElse(defaults.backoffMultiplier()),
                maxInterval.orElse(defaults.maxInterval()),
                AnswerRules.of(
                        success.orElse(defaults.answers().success()),
                        permanentStatuses
                                .<Collection<Integer>>map(given -> given)
                                .orElse(defaults.answers().permanentStatuses())));
    }

    /** What came with later versions is named, so that older requests keep their digest. */
    String asText() {
        return String.join(
                ";",
                maxAttempts.map(Object::toString).orElse(""),
                maxDuration.map(DurationText::format).orElse(""),
                initialInterval.map(DurationText::format).orElse(""),
                backoffMultiplier.map(Object::toString).orElse(""),
                maxInterval.map(DurationText::format).orElse("")
                        + success.map(rule -> ";success=" + rule).orElse("")
                        + permanentStatuses
                                .map(given -> ";permanent=" + new TreeSet<>(given))
                                .orElse(""));
    }
}
