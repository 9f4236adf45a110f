package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.time.Instant;

/**
 * Which callbacks have failed, and how often and how long those are tried again.
 *
 * @param maxAttempts counts the first attempt
 * @param maxDuration how long it is tried, from executeAt on; a timer that came late, after a pause
 *     or a backlog, has as long from its first attempt
 * @param initialInterval the longest wait before the second attempt
 * @param backoffMultiplier by which the longest wait grows with each attempt
 * @param maxInterval the longest wait of all
 * @param answers which answers are failures, and which of them are final
 */
public record RetryPolicy(
        int maxAttempts,
        Duration maxDuration,
        Duration initialInterval,
        double backoffMultiplier,
        Duration maxInterval,
        AnswerRules answers) {
    /** More than anybody needs; keeps a mistake from calling a receiver for years. */
    public static final int MAX_ATTEMPTS = 1_000;

    private static final Duration LONGEST = Duration.ofDays(3_650);
    private static final String SEPARATOR = ";";

    /** Survives a deploy of the receiver and a night: {@code maxDuration} rules. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(
                    MAX_ATTEMPTS,
                    Duration.ofHours(24),
                    Duration.ofSeconds(5),
                    3.0,
                    Duration.ofHours(1));

    public RetryPolicy {
        require(
                maxAttempts >= 1 && maxAttempts <= MAX_ATTEMPTS,
                "retryPolicy.maxAttempts",
                "must be 1 to %d",
                MAX_ATTEMPTS);
        requireDuration(maxDuration, "retryPolicy.maxDuration");
        requireDuration(initialInterval, "retryPolicy.initialInterval");
        requireDuration(maxInterval, "retryPolicy.maxInterval");
        require(
                backoffMultiplier >= 1.0 && backoffMultiplier <= 100.0,
                "retryPolicy.backoffMultiplier",
                "must be 1 to 100");
    }

    /** A policy with the usual rules for answers. */
    public RetryPolicy(
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
                AnswerRules.DEFAULT);
    }

    private static void requireDuration(Duration duration, String field) {
        require(
                duration.compareTo(LONGEST) <= 0 && duration.toMillis() >= 1,
                field,
                "must be 1ms to 3650d");
        require(duration.toNanos() % 1_000_000 == 0, field, "is finer than a millisecond");
    }

    /**
     * Whether a timer is given up after so many failed attempts, instead of being tried at an
     * instant. When its first attempt was is written nowhere: it is taken to be as long ago as all
     * attempts and waits since then can have taken, if the others were no longer than this one.
     *
     * @param wait before the next attempt, which a receiver may have asked for
     */
    public boolean isExhausted(
            int failedAttempts, Duration wait, Instant next, Instant executeAt, Duration timeout) {
        return failedAttempts >= maxAttempts
                || (next.isAfter(executeAt.plus(maxDuration))
                        && longestSinceFirst(failedAttempts, wait, timeout).compareTo(maxDuration)
                                > 0);
    }

    private Duration longestSinceFirst(int failedAttempts, Duration wait, Duration timeout) {
        var longest = Duration.ZERO;
        for (int failed = 1;
                failed <= failedAttempts && longest.compareTo(maxDuration) <= 0;
                failed++) {
            var ceiling = Backoff.ceiling(this, failed);
            longest = longest.plus(timeout).plus(ceiling.compareTo(wait) > 0 ? ceiling : wait);
        }
        return longest;
    }

    /** The form in which stores keep it. */
    public String toText() {
        return String.join(
                SEPARATOR,
                Integer.toString(maxAttempts),
                DurationText.format(maxDuration),
                DurationText.format(initialInterval),
                Double.toString(backoffMultiplier),
                DurationText.format(maxInterval),
                answers.toText());
    }

    /** Rows of the first version say nothing of answers: theirs are the usual rules. */
    public static RetryPolicy fromText(String text) {
        var parts = text.split(SEPARATOR, -1);
        return new RetryPolicy(
                Integer.parseInt(parts[0]),
                DurationText.parse(parts[1], "retryPolicy.maxDuration"),
                DurationText.parse(parts[2], "retryPolicy.initialInterval"),
                Double.parseDouble(parts[3]),
                DurationText.parse(parts[4], "retryPolicy.maxInterval"),
                parts.length > 5 ? AnswerRules.fromText(parts[5]) : AnswerRules.DEFAULT);
    }
}
