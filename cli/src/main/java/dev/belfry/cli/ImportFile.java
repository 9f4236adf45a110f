package dev.belfry.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.client.Answers.Imported;
import dev.belfry.client.Answers.ImportedItem;
import dev.belfry.client.Answers.Refused;
import dev.belfry.client.ApiProblem;
import dev.belfry.client.ImportMode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the timers of an export in batches, a few at a time, and makes the groups before them. What
 * is acknowledged is said by its offset, so that an interrupted import can go on there. Confined to
 * one command.
 */
final class ImportFile {
    /** Within what the server takes in one request. */
    private static final int MOST_LINES = 500;

    private static final int MOST_CHARACTERS = 2 << 20;

    /** Enough to keep a server busy; they are all that is in memory. */
    private static final int BATCHES_UNDER_WAY = 4;

    /** People look at some; more would hide the summary. */
    private static final int MOST_SHOWN = 20;

    private final Terminal terminal;
    private final ServerOption server;
    private final ServerCalls api;
    private final ImportCommand.OnConflict onConflict;
    private final boolean dryRun;
    private final ArrayDeque<Batch> underWay = new ArrayDeque<>();
    private final Set<String> absent = new HashSet<>();
    private List<LineReader.Line> waiting = new ArrayList<>();
    private int waitingCharacters;
    private long acknowledged;
    private long created;
    private long replaced;
    private long unchanged;
    private long kept;
    private long refused;
    private ExitCode worst = ExitCode.OK;

    /** Lines that have been sent. */
    private record Batch(
            List<LineReader.Line> lines, CompletableFuture<List<ImportedItem>> answer) {}

    ImportFile(
            Terminal terminal,
            ServerOption server,
            ImportCommand.OnConflict onConflict,
            boolean dryRun) {
        this.terminal = terminal;
        this.server = server;
        this.api = server.api();
        this.onConflict = onConflict;
        this.dryRun = dryRun;
    }

    ExitCode run(Path file, long from) {
        acknowledged = from;
        try (var lines = new LineReader(open(file), from);
                var progress = new Progress(terminal, "importing", countLines(file, from))) {
            read(lines, progress);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        } catch (CommandFailure failure) {
            terminal.err().println("go on with --from " + acknowledged);
            throw failure;
        }
        summarize();
        return worst;
    }

    private InputStream open(Path file) throws IOException {
        return isStandardInput(file)
                ? terminal.in()
                : Files.newInputStream(terminal.folder().resolve(file));
    }

    private static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    private OptionalLong countLines(Path file, long from) throws IOException {
        if (terminal.progress().isEmpty() || isStandardInput(file) || from > 0) {
            return OptionalLong.empty();
        }
        try (var lines = Files.lines(terminal.folder().resolve(file))) {
            return OptionalLong.of(lines.count());
        }
    }

    private void read(LineReader lines, Progress progress) throws IOException {
        for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            switch (ExportLine.of(line.get().text())) {
                case ExportLine.Head(var format, _) -> requireKnown(format);
                case ExportLine.Group group -> {
                    settle(progress);
                    make(group);
                }
                case ExportLine.Timer() -> add(line.get(), progress);
                case ExportLine.Next _, ExportLine.End _ -> {}
            }
        }
        settle(progress);
    }

    private static void requireKnown(int format) {
        if (format != ExportLine.FORMAT) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the file has format %d; this version reads %d"
                            .formatted(format, ExportLine.FORMAT));
        }
    }

    // ---- groups

    private void make(ExportLine.Group group) {
        var path = "groups/" + ServerCalls.encode(group.group());
        if (dryRun) {
            if (!api.isThere(path)) {
                absent.add(group.group());
                say(group.group(), "would be made; its timers can only be tried when it is there");
            }
            return;
        }
        if (api.make(path, group.settings().toString()).isPresent()) {
            say(group.group(), "is made");
        } else if (onConflict == ImportCommand.OnConflict.REPLACE) {
            api.send("PUT", path, withoutShards(group), Optional.empty());
            say(group.group(), "was there and gets these settings; its number of shards stays");
        } else {
            say(group.group(), "was there; its settings stay");
        }
        if (group.paused()) {
            var body = JsonNodeFactory.instance.objectNode().put("reason", "paused when exported");
            api.post(path + "/pause", body.toString());
            say(group.group(), "is paused, as it was; 'belfry group resume' lets it fire");
        }
    }

    private static String withoutShards(ExportLine.Group group) {
        var settings = group.settings().deepCopy();
        if (settings instanceof ObjectNode object) {
            object.remove("shards");
        }
        return settings.toString();
    }

    private void say(String group, String what) {
        terminal.err().println("group " + group + " " + what);
    }

    // ---- timers

    private void add(LineReader.Line line, Progress progress) {
        if (!absent.isEmpty() && absent.contains(groupOf(line))) {
            created++;
            return;
        }
        if (waiting.size() == MOST_LINES
                || (waitingCharacters > 0
                        && waitingCharacters + line.text().length() > MOST_CHARACTERS)) {
            send(progress);
        }
        waiting.add(line);
        waitingCharacters += line.text().length();
    }

    private static String groupOf(LineReader.Line line) {
        try {
            return Json.MAPPER.readTree(line.text()).path("groupId").asText();
        } catch (IOException e) {
            return "";
        }
    }

    private void settle(Progress progress) {
        send(progress);
        while (!underWay.isEmpty()) {
            takeAnswer(progress);
        }
    }

    private void send(Progress progress) {
        if (waiting.isEmpty()) {
            return;
        }
        while (underWay.size() >= BATCHES_UNDER_WAY) {
            takeAnswer(progress);
        }
        var lines = waiting;
        var texts = lines.stream().map(LineReader.Line::text).toList();
        underWay.add(
                new Batch(
                        lines, api.patiently(client -> client.async().importLines(texts, mode()))));
        waiting = new ArrayList<>();
        waitingCharacters = 0;
    }

    private ImportMode mode() {
        boolean replaces = onConflict == ImportCommand.OnConflict.REPLACE;
        if (dryRun) {
            return replaces ? ImportMode.TRY_REPLACE : ImportMode.TRY;
        }
        return replaces ? ImportMode.REPLACE : ImportMode.KEEP;
    }

    private void takeAnswer(Progress progress) {
        var batch = underWay.remove();
        var items = api.patiently(_ -> batch.answer().join());
        for (int i = 0; i < items.size(); i++) {
            count(batch.lines().get(i), items.get(i));
        }
        acknowledged = batch.lines().getLast().end();
        progress.advance(batch.lines().size());
    }

    private void count(LineReader.Line line, ImportedItem item) {
        switch (item) {
            case Imported.CREATED -> created++;
            case Imported.REPLACED -> replaced++;
            case Imported.UNCHANGED -> unchanged++;
            case Refused(var problem) -> refuse(line, problem);
        }
    }

    private void refuse(LineReader.Line line, ApiProblem problem) {
        var said =
                "line %d: %s (%s%s)"
                        .formatted(
                                line.number(),
                                problem.detail(),
                                problem.code(),
                                problem.field().map(it -> ", field " + it).orElse(""));
        if (problem.code().equals("TIMER_EXISTS")) {
            if (onConflict == ImportCommand.OnConflict.FAIL && !dryRun) {
                throw new CommandFailure(ExitCode.CONFLICT, said);
            }
            kept++;
            worst = onConflict == ImportCommand.OnConflict.FAIL ? ExitCode.CONFLICT : worst;
            return;
        }
        if (problem.isTemporary()) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, said);
        }
        refused++;
        var code = ExitCode.ofStatus(problem.status());
        worst = code.compareTo(worst) > 0 ? code : worst;
        if (refused <= MOST_SHOWN) {
            terminal.err().println(said);
        }
    }

    private void summarize() {
        terminal.out()
                .printf(
                        server.json()
                                ? "{\"created\":%d,\"replaced\":%d,\"unchanged\":%d,\"kept\":%d,\"refused\":%d}%n"
                                : "%d created, %d replaced, %d unchanged, %d others kept, %d refused%n",
                        created,
                        replaced,
                        unchanged,
                        kept,
                        refused);
    }
}
