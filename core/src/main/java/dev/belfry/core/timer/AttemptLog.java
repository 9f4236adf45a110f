package dev.belfry.core.timer;

import static dev.belfry.core.Checks.invariant;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The last attempts of a timer, over all its schedules, oldest first. */
public record AttemptLog(List<PastAttempt> attempts) {
    /** Enough to see how a receiver fails; each costs a timer that is retried some bytes. */
    public static final int MAX_ATTEMPTS = 10;

    /** What every store has room for in one column; only errors in other scripts come near it. */
    public static final int MAX_BYTES = 3_900;

    public static final AttemptLog NONE = new AttemptLog(List.of());

    /** What an attempt costs in memory beside its text: measured on a 64-bit JVM, rounded up. */
    private static final int HEAP_BYTES_EACH = 160;

    public AttemptLog {
        attempts = List.copyOf(attempts);
        invariant(attempts.size() <= MAX_ATTEMPTS, "%d attempts in a log", attempts.size());
    }

    /** With one more; the oldest make room. */
    public AttemptLog with(PastAttempt attempt) {
        var all = new ArrayList<>(attempts);
        all.add(attempt);
        while (all.size() > MAX_ATTEMPTS || bytes(text(all)) > MAX_BYTES) {
            all.removeFirst();
        }
        return new AttemptLog(all);
    }

    /** The form in which stores keep it: a line for each attempt; nothing if there was none. */
    public Optional<String> toText() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(text(attempts));
    }

    public static AttemptLog fromText(Optional<String> text) {
        return text.map(some -> new AttemptLog(some.lines().map(PastAttempt::fromLine).toList()))
                .orElse(NONE);
    }

    int heapBytes() {
        return attempts.isEmpty() ? 0 : heapBytesOfAll();
    }

    private int heapBytesOfAll() {
        return attempts.stream()
                .mapToInt(one -> HEAP_BYTES_EACH + one.error().map(String::length).orElse(0))
                .sum();
    }

    private static String text(List<PastAttempt> attempts) {
        return attempts.stream().map(PastAttempt::toLine).collect(Collectors.joining("\n"));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
