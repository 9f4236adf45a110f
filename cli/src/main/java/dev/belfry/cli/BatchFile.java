package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Creates the timers of a file, one JSON object in each line, in batches. A line that is refused is
 * reported and the rest goes on. Confined to one command.
 */
final class BatchFile {
    /** Within what the server takes in one request. */
    private static final int MOST_LINES = 1_000;

    private static final int MOST_CHARACTERS = 2 << 20;

    /** A line and its number, for people from one. */
    private record Line(long number, String text) {}

    private final Terminal terminal;
    private final ServerOption server;
    private final ServerCalls api;
    private final List<Line> waiting = new ArrayList<>();
    private int waitingCharacters;
    private long created;
    private long identical;
    private long refused;
    private ExitCode worst = ExitCode.OK;

    BatchFile(Terminal terminal, ServerOption server) {
        this.terminal = terminal;
        this.server = server;
        this.api = server.api();
    }

    ExitCode create(Path file) {
        try (var lines = open(file);
                var progress = new Progress(terminal, "creating", countLines(file))) {
            long number = 0;
            for (var text = lines.readLine(); text != null; text = lines.readLine()) {
                number++;
                add(new Line(number, text.strip()), progress);
            }
            send(progress);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
        summarize();
        return worst;
    }

    private BufferedReader open(Path file) throws IOException {
        return isStandardInput(file)
                ? new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8))
                : Files.newBufferedReader(file);
    }

    private static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    private OptionalLong countLines(Path file) throws IOException {
        if (terminal.progress().isEmpty() || isStandardInput(file)) {
            return OptionalLong.empty();
        }
        try (var lines = Files.lines(file)) {
            return OptionalLong.of(lines.count());
        }
    }

    /** One bad line would spoil its whole batch: it is sorted out here. */
    private void add(Line line, Progress progress) {
        if (line.text().isEmpty()) {
            return;
        }
        if (!isObject(line.text())) {
            refuse(line, ExitCode.REFUSED, "is not a JSON object");
            progress.advance(1);
            return;
        }
        if (waitingCharacters + line.text().length() > MOST_CHARACTERS) {
            send(progress);
        }
        waiting.add(line);
        waitingCharacters += line.text().length();
        if (waiting.size() == MOST_LINES) {
            send(progress);
        }
    }

    private boolean isObject(String text) {
        try (var parser = Json.MAPPER.createParser(text)) {
            var first = parser.nextToken();
            parser.skipChildren();
            return first != null
                    && first.isStructStart()
                    && text.startsWith("{")
                    && parser.nextToken() == null;
        } catch (JsonProcessingException _) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(Progress progress) {
        if (waiting.isEmpty()) {
            return;
        }
        var items = String.join(",", waiting.stream().map(Line::text).toList());
        var results = api.post("timers/batch", "{\"timers\":[" + items + "]}").json();
        for (int i = 0; i < waiting.size(); i++) {
            count(waiting.get(i), results.path("results").path(i));
        }
        progress.advance(waiting.size());
        waiting.clear();
        waitingCharacters = 0;
    }

    private void count(Line line, JsonNode result) {
        int status = result.path("status").asInt();
        switch (status) {
            case 201 -> created++;
            case 200 -> identical++;
            default ->
                    refuse(
                            line,
                            ExitCode.ofStatus(status),
                            ApiAnswer.explain(result.path("problem"), status));
        }
    }

    private void refuse(Line line, ExitCode code, String reason) {
        refused++;
        worst = code.compareTo(worst) > 0 ? code : worst;
        terminal.err().println("line " + line.number() + ": " + reason);
    }

    private void summarize() {
        terminal.out()
                .printf(
                        server.json()
                                ? "{\"created\":%d,\"identical\":%d,\"refused\":%d}%n"
                                : "%d created, %d existed already, %d refused%n",
                        created,
                        identical,
                        refused);
    }
}
