package dev.belfry.cli;

import dev.belfry.client.Answers.ExportedLines;
import dev.belfry.client.ExportContents;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes groups with all their timers, page by page as the server gives them. */
@Command(
        name = "export",
        description = "Write groups with all their timers as lines of JSON, for 'belfry import'.",
        footer = {
            "%nExamples:",
            "  belfry export --with-secrets --output all.ndjson",
            "  belfry export orders --output orders.ndjson"
        })
final class ExportCommand implements Runnable {
    private final Terminal terminal;
    @Mixin private ServerOption server;

    @Parameters(
            paramLabel = "GROUP",
            arity = "0..*",
            description = "The groups; all that there are if none is named.")
    private List<String> named = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where to; left out, to the standard output.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--resume", description = "Go on with a file whose export was interrupted.")
    private boolean resume;

    @Option(
            names = "--with-secrets",
            description =
                    "With the values of callback headers; without them, timers that have headers can"
                            + " not be imported.")
    private boolean secrets;

    @Option(
            names = "--without-payloads",
            description = "To look at: timers without their payloads can not be imported.")
    private boolean bare;

    ExportCommand(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
    }

    /** How far a file is. */
    private record Written(long bytes, Set<String> ended, Optional<ExportLine.Next> next) {
        /** How an export begins, or as much of it as was written. */
        private static final byte[] HEAD = "{\"export\"".getBytes(StandardCharsets.UTF_8);

        static final Written NOTHING = new Written(0, Set.of(), Optional.empty());

        /** From the beginning of a file up to the end of its last whole page. */
        static Written of(Path file) throws IOException {
            requireExport(file);
            var ended = new HashSet<String>();
            var next = Optional.<ExportLine.Next>empty();
            long bytes = 0;
            try (var lines = new LineReader(Files.newInputStream(file), 0)) {
                for (var line = lines.next(); line.isPresent(); line = lines.next()) {
                    if (!line.get().isWhole()) {
                        break;
                    }
                    switch (ExportLine.of(line.get().text())) {
                        case ExportLine.Next more -> {
                            next = Optional.of(more);
                            bytes = line.get().end();
                        }
                        case ExportLine.End(var group) -> {
                            ended.add(group);
                            next = Optional.empty();
                            bytes = line.get().end();
                        }
                        case ExportLine.Head _, ExportLine.Group _, ExportLine.Timer _ -> {}
                    }
                }
            }
            return new Written(bytes, ended, next);
        }

        /** What follows the last whole page is cut off: of another file that would be all. */
        private static void requireExport(Path file) throws IOException {
            try (var in = Files.newInputStream(file)) {
                var begin = in.readNBytes(HEAD.length);
                if (!Arrays.equals(begin, 0, begin.length, HEAD, 0, begin.length)) {
                    throw new CommandFailure(
                            ExitCode.REFUSED,
                            file
                                    + " is no export: --resume goes on with one, and changes no other file");
                }
            }
        }
    }

    @Override
    public void run() {
        if (output.isEmpty() && resume) {
            throw new CommandFailure(ExitCode.OTHER, "--resume goes with --output FILE");
        }
        try {
            if (output.isEmpty()) {
                write(terminal.out(), Written.NOTHING);
            } else {
                write(terminal.folder().resolve(output.get()));
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.OTHER, "can not write the export: " + e);
        }
    }

    private void write(Path file) throws IOException {
        if (!resume && Files.exists(file)) {
            throw new CommandFailure(
                    ExitCode.CONFLICT, file + " is there already; --resume goes on with it");
        }
        var written = resume ? Written.of(file) : Written.NOTHING;
        if (!resume) {
            create(file);
        }
        try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
            channel.truncate(written.bytes());
            channel.position(written.bytes());
            write(Channels.newOutputStream(channel), written);
        }
    }

    /** What is in it may be secret: for its owner alone, where files can be so. */
    private static void create(Path file) throws IOException {
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (UnsupportedOperationException _) {
            Files.createFile(file);
        }
    }

    private void write(OutputStream out, Written written) throws IOException {
        var api = server.api();
        var contents = new ExportContents(secrets, !bare);
        try (var progress = new Progress(terminal, "exporting", OptionalLong.empty())) {
            for (var group : groups(written)) {
                var cursor =
                        written.next()
                                .filter(next -> next.group().equals(group))
                                .map(ExportLine.Next::cursor);
                do {
                    var page = page(api, group, contents, cursor);
                    out.write(page.lines().getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    progress.advance(page.lines().lines().count() - 1);
                    cursor = page.nextCursor();
                } while (cursor.isPresent());
            }
        }
    }

    private static ExportedLines page(
            ServerCalls api, String group, ExportContents contents, Optional<String> cursor) {
        return api.patiently(
                client ->
                        cursor.map(it -> client.export(group, contents, it))
                                .orElseGet(() -> client.export(group, contents)));
    }

    /** The one that was interrupted comes first. */
    private List<String> groups(Written written) {
        var all = new ArrayList<String>(named.isEmpty() ? everyGroup() : named);
        written.next().map(ExportLine.Next::group).filter(all::remove).ifPresent(all::addFirst);
        all.removeAll(written.ended());
        return all;
    }

    private List<String> everyGroup() {
        var all = new ArrayList<String>();
        new Paging(server.api(), "groups", new LinkedHashMap<>())
                .forEach(
                        page ->
                                page.path("groups")
                                        .forEach(it -> all.add(it.path("groupId").asText())));
        return all;
    }
}
