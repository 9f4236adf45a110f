package dev.belfry.core.timer;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt that is over: when it was made, and what came of it.
 *
 * @param node that made it
 * @param status of the receiver's answer; zero if there was none
 * @param took until the answer, or until nobody waited for one any more
 * @param error why it failed; none if the receiver accepted it
 */
public record PastAttempt(
        Instant startedAt, String node, int status, Duration took, Optional<String> error) {
    /** Enough to tell failures apart; the last one is kept whole beside them. */
    public static final int MAX_ERROR_LENGTH = 80;

    public PastAttempt {
        startedAt = Instants.floorToMillis(startedAt);
        took = Duration.ofMillis(Math.max(0, took.toMillis()));
        error = error.map(text -> StorableText.cut(text, MAX_ERROR_LENGTH));
        invariant(!node.isEmpty() && node.indexOf(' ') < 0, "an attempt by node '%s'", node);
        invariant(status >= 0, "an attempt with status %d", status);
    }

    /** The form in which stores keep it: a line. */
    String toLine() {
        return "%d %s %d %d%s"
                .formatted(
                        startedAt.toEpochMilli(),
                        node,
                        status,
                        took.toMillis(),
                        error.map(text -> " " + text).orElse(""));
    }

    static PastAttempt fromLine(String line) {
        var parts = line.split(" ", 5);
        return new PastAttempt(
                Instant.ofEpochMilli(Long.parseLong(parts[0])),
                parts[1],
                Integer.parseInt(parts[2]),
                Duration.ofMillis(Long.parseLong(parts[3])),
                parts.length > 4 ? Optional.of(parts[4]) : Optional.empty());
    }
}
