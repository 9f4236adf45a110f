package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.node.HostStats;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** How a receiver's host does, with one loop or with all. */
record HostFigures(
        String host,
        int inFlight,
        int queued,
        double attemptsPerSecond,
        double errorRate,
        double p50Millis,
        double p99Millis,
        Optional<String> lastError) {
    private static final int MOST_SHOWN = 50;

    static HostFigures of(HostStats stats) {
        return new HostFigures(
                stats.host(),
                stats.inFlight(),
                stats.queued(),
                stats.answeredPerSecond(),
                stats.errorRate(),
                stats.p50Millis(),
                stats.p99Millis(),
                stats.lastError());
    }

    /** Shares and medians are weighted, of the slowest the slower holds. */
    private HostFigures plus(HostFigures other) {
        double all = attemptsPerSecond + other.attemptsPerSecond;
        double share = all > 0 ? attemptsPerSecond / all : 0.5;
        return new HostFigures(
                host,
                inFlight + other.inFlight,
                queued + other.queued,
                all,
                share * errorRate + (1 - share) * other.errorRate,
                share * p50Millis + (1 - share) * other.p50Millis,
                Math.max(p99Millis, other.p99Millis),
                lastError.or(other::lastError));
    }

    /** One for each host; those with failures and with the most to do come first. */
    static List<HostFigures> together(Collection<HostFigures> parts) {
        var byHost = new HashMap<String, HostFigures>();
        parts.forEach(part -> byHost.merge(part.host(), part, HostFigures::plus));
        return byHost.values().stream()
                .sorted(
                        Comparator.comparingDouble(HostFigures::errorRate)
                                .thenComparingDouble(HostFigures::attemptsPerSecond)
                                .reversed()
                                .thenComparing(HostFigures::host))
                .limit(MOST_SHOWN)
                .toList();
    }

    void write(JsonBytes json) throws IOException {
        json.text("host", host)
                .number("inFlight", inFlight)
                .number("queued", queued)
                .decimalOrNull("attemptsPerSecond", attemptsPerSecond)
                .decimalOrNull("errorRate", errorRate)
                .decimalOrNull("p50Millis", p50Millis)
                .decimalOrNull("p99Millis", p99Millis)
                .text("lastError", lastError);
    }

    static HostFigures read(JsonNode json) {
        return new HostFigures(
                json.path("host").asText(),
                json.path("inFlight").asInt(),
                json.path("queued").asInt(),
                json.path("attemptsPerSecond").asDouble(),
                json.path("errorRate").asDouble(),
                json.path("p50Millis").asDouble(),
                json.path("p99Millis").asDouble(),
                json.has("lastError")
                        ? Optional.of(json.path("lastError").asText())
                        : Optional.empty());
    }
}
