package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A schedule, as options; only what is given is sent. */
final class ScheduleOptions {
    @Option(
            names = "--cron",
            paramLabel = "EXPRESSION",
            description = "Minutes, hours, day, month, weekday: '0 3 * * MON-FRI'.")
    private Optional<String> cron = Optional.empty();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of --cron, such as Europe/Berlin; left out, it is UTC.")
    private Optional<String> zone = Optional.empty();

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            description = "A period in place of --cron: 30s, 15m, 1h.")
    private Optional<String> every = Optional.empty();

    @Option(names = "--start", paramLabel = "TIME", description = "No run is before it.")
    private Optional<String> startAt = Optional.empty();

    @Option(names = "--end", paramLabel = "TIME", description = "No run is after it.")
    private Optional<String> endAt = Optional.empty();

    @Option(names = "--count", paramLabel = "N", description = "How many runs at most.")
    private Optional<Long> count = Optional.empty();

    @Option(
            names = "--catch-up",
            paramLabel = "RULE",
            description = "What becomes of missed runs: none, latest or all.")
    private Optional<String> catchUp = Optional.empty();

    @Option(
            names = "--jitter",
            paramLabel = "DURATION",
            description = "Spread timers of one instant over this window.")
    private Optional<String> jitter = Optional.empty();

    @Option(
            names = "--on-failure",
            paramLabel = "WHAT",
            description = "When a run has failed for good: continue or pause.")
    private Optional<String> onFailure = Optional.empty();

    void requireRule() {
        if (cron.isPresent() == every.isPresent()) {
            throw new CommandFailure(ExitCode.OTHER, "say when: --cron '0 3 * * *', or --every 1h");
        }
    }

    String toJson() {
        Map<String, Optional<String>> texts = new LinkedHashMap<>();
        texts.put("cron", cron);
        texts.put("zone", zone);
        texts.put("every", every);
        texts.put("startAt", startAt);
        texts.put("endAt", endAt);
        texts.put("catchUp", catchUp);
        texts.put("jitter", jitter);
        texts.put("onFailure", onFailure);
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            for (var field : texts.entrySet()) {
                if (field.getValue().isPresent()) {
                    json.writeStringField(field.getKey(), field.getValue().get());
                }
            }
            if (count.isPresent()) {
                json.writeNumberField("count", count.get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
