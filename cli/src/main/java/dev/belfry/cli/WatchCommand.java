package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what happens, every second, until somebody has seen enough. */
@Command(
        name = "watch",
        description = {
            "Show what happens, every second.",
            "Rates are per second; alarms are shown when they begin."
        })
final class WatchCommand implements Runnable {
    private static final String DATA = "data:";
    private static final String COLUMNS = "%-8s %9s %9s %9s %9s %10s %9s%n";
    private static final int LINES_OF_A_HEADING = 20;

    private final Terminal terminal;
    @Mixin private ServerOption server;

    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "One group alone; left out, all together.")
    private Optional<String> group = Optional.empty();

    @Option(names = "--count", paramLabel = "N", description = "End after so many seconds.")
    private Optional<Long> count = Optional.empty();

    private long shown;
    private String alarms = "";

    WatchCommand(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
    }

    @Override
    public void run() {
        try (var lines = server.api().stream("/events")) {
            lines.filter(line -> line.startsWith(DATA))
                    .map(line -> line.substring(DATA.length()).strip())
                    .limit(count.orElse(Long.MAX_VALUE))
                    .forEach(this::show);
        }
    }

    private void show(String event) {
        if (server.json()) {
            terminal.out().println(event);
            return;
        }
        var json = parsed(event);
        var rates = group.map(it -> ofGroup(json, it)).orElseGet(() -> json.path("total"));
        if (shown++ % LINES_OF_A_HEADING == 0) {
            terminal.out()
                    .printf(
                            COLUMNS,
                            "TIME",
                            "CREATED/S",
                            "FIRED/S",
                            "RETRIED/S",
                            "FAILED/S",
                            "LATE P99",
                            "IN FLIGHT");
        }
        terminal.out()
                .printf(
                        COLUMNS,
                        json.path("at").asText().replaceFirst(".*T([0-9:]{8}).*", "$1"),
                        rate(rates, "createdPerSecond"),
                        rate(rates, "firedPerSecond"),
                        rate(rates, "retriedPerSecond"),
                        rate(rates, "failedPerSecond"),
                        late(rates.path("latenessP99Millis")),
                        rates.path("inFlight").asText("-"));
        showNew(json.path("alarms"));
    }

    private static JsonNode parsed(String event) {
        try {
            return Json.MAPPER.readTree(event);
        } catch (JsonProcessingException e) {
            throw new CommandFailure(ExitCode.OTHER, "an event is not JSON: " + e.getMessage());
        }
    }

    private static JsonNode ofGroup(JsonNode event, String name) {
        return StreamSupport.stream(event.path("groups").spliterator(), false)
                .filter(it -> it.path("groupId").asText().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new CommandFailure(
                                        ExitCode.NOT_FOUND, "there is no group '" + name + "'"));
    }

    private static String rate(JsonNode rates, String name) {
        return "%.0f".formatted(rates.path(name).asDouble());
    }

    private static String late(JsonNode millis) {
        return millis.isNumber() ? "%.0fms".formatted(millis.asDouble()) : "-";
    }

    /** Those that held a second ago were told then. */
    private void showNew(JsonNode list) {
        var texts = new StringBuilder();
        for (var alarm : list) {
            var text = alarm.path("severity").asText() + ": " + alarm.path("text").asText();
            texts.append(text).append('\n');
            if (!alarms.contains(text)) {
                terminal.out().println(text);
            }
        }
        alarms = texts.toString();
    }
}
