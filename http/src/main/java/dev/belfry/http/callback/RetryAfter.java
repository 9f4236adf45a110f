package dev.belfry.http.callback;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How long a receiver asks to be left alone: seconds or an HTTP date; nonsense asks for nothing.
 */
final class RetryAfter {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private RetryAfter() {}

    static Optional<Duration> parse(String value, Instant now) {
        var text = value.strip();
        return SECONDS.matcher(text).matches()
                ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
                : untilDate(text, now);
    }

    private static Optional<Duration> untilDate(String text, Instant now) {
        try {
            var date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            return Optional.of(Duration.between(now, date)).filter(Duration::isPositive);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
