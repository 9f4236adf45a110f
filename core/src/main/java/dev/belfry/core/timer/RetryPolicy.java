package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.Duration;

/**
 * How often and how long a failed callback is tried again.
 *
 * @param maxAttempts counts the first attempt
 * @param maxDuration no attempt starts later than this after executeAt
 * @param initialInterval the longest wait before the second attempt
 * @param backoffMultiplier by which the longest wait grows with each attempt
 * @param maxInterval the longest wait of all
 */
public record RetryPolicy(
        int maxAttempts,
        Duration maxDuration,
        Duration initialInterval,
        double backoffMultiplier,
        Duration maxInterval) {
    /** More than anybody needs; keeps a mistake from calling a receiver for years. */
    public static final int MAX_ATTEMPTS = 1_000;

    private static final Duration LONGEST = Duration.ofDays(3_650);
    private static final String SEPARATOR = ";";

    public static final RetryPolicy DEFAULT =
            new RetryPolicy(
                    4, Duration.ofHours(24), Duration.ofSeconds(30), 2.0, Duration.ofMinutes(10));

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

    private static void requireDuration(Duration duration, String field) {
        require(
                duration.compareTo(LONGEST) <= 0 && duration.toMillis() >= 1,
                field,
                "must be 1ms to 3650d");
        require(duration.toNanos() % 1_000_000 == 0, field, "is finer than a millisecond");
    }

    /** The form in which stores keep it. */
    public String toText() {
        return String.join(
                SEPARATOR,
                Integer.toString(maxAttempts),
                DurationText.format(maxDuration),
                DurationText.format(initialInterval),
                Double.toString(backoffMultiplier),
                DurationText.format(maxInterval));
    }

    public static RetryPolicy fromText(String text) {
        var parts = text.split(SEPARATOR, -1);
        return new RetryPolicy(
                Integer.parseInt(parts[0]),
                DurationText.parse(parts[1], "retryPolicy.maxDuration"),
                DurationText.parse(parts[2], "retryPolicy.initialInterval"),
                Double.parseDouble(parts[3]),
                DurationText.parse(parts[4], "retryPolicy.maxInterval"));
    }
}
