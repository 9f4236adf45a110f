package dev.belfry.check.processes;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.faults.RawReceiver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** How long after its executeAt a timer's callback arrived. */
public record Lateness(String timerId, Duration duration) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static Lateness of(RawReceiver.Request request, Instant arrived) throws IOException {
        var sent = JSON.readTree(request.body());
        var executeAt = Instant.parse(sent.path("executeAt").asText());
        return new Lateness(sent.path("timerId").asText(), Duration.between(executeAt, arrived));
    }

    public boolean isEarly() {
        return duration.isNegative();
    }

    public static Duration percentile(List<Lateness> all, double part) {
        var sorted = all.stream().map(Lateness::duration).sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * part)));
    }

    public static String summary(List<Lateness> all) {
        return "%d timers, p50 %d ms, p99 %d ms, most %d ms"
                .formatted(
                        all.size(),
                        percentile(all, 0.5).toMillis(),
                        percentile(all, 0.99).toMillis(),
                        percentile(all, 1).toMillis());
    }
}
