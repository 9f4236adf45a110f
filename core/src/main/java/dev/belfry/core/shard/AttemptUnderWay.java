package dev.belfry.core.shard;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An attempt that a released shard's former owner had started and not settled. The next owner holds
 * its timer until the reply or the deadline, so that an orderly move repeats nothing.
 */
public record AttemptUnderWay(AttemptId attempt, Instant deadline) {
    /**
     * The most a release hands over, so that the list fits into every store's shard row. What is
     * beyond may be attempted twice, as after a crash.
     */
    public static final int MAX_HANDED_OVER = 1_000;

    private static final String SEPARATOR = ",";

    public AttemptUnderWay {
        deadline = Instants.ceilToMillis(deadline);
    }

    /** The form in which stores keep a list of them: a line each. */
    public static String toText(List<AttemptUnderWay> attempts) {
        return attempts.stream().map(AttemptUnderWay::toLine).collect(Collectors.joining("\n"));
    }

    public static List<AttemptUnderWay> fromText(String text) {
        return text.isEmpty() ? List.of() : text.lines().map(AttemptUnderWay::fromLine).toList();
    }

    private String toLine() {
        return Stream.of(
                        attempt.uuid(),
                        attempt.generation().value(),
                        attempt.number(),
                        deadline.toEpochMilli())
                .map(Object::toString)
                .collect(Collectors.joining(SEPARATOR));
    }

    private static AttemptUnderWay fromLine(String line) {
        var parts = line.split(SEPARATOR, -1);
        var attempt =
                new AttemptId(
                        TimerUuid.parse(parts[0]),
                        new Generation(Long.parseLong(parts[1])),
                        Integer.parseInt(parts[2]));
        return new AttemptUnderWay(attempt, Instant.ofEpochMilli(Long.parseLong(parts[3])));
    }
}
