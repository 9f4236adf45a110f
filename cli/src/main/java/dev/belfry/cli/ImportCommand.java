package dev.belfry.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts the groups and timers of an export back. */
@Command(
        name = "import",
        description =
                "Put groups and timers back that 'belfry export' has written. A group that is paused"
                        + " in the file is paused before its timers come.",
        footer = {
            "%nExamples:",
            "  belfry import all.ndjson --dry-run",
            "  belfry import all.ndjson --on-conflict replace"
        })
final class ImportCommand implements Callable<Integer> {
    /** What becomes of a timer or group that is in the way. */
    enum OnConflict {
        /** It stays. */
        KEEP,
        /** The one of the file takes its place. */
        REPLACE,
        /** The import ends. */
        FAIL
    }

    private final Terminal terminal;
    @Mixin private ServerOption server;

    @Parameters(paramLabel = "FILE", description = "The export; - is the standard input.")
    private Path file = Path.of("-");

    @Option(
            names = "--on-conflict",
            paramLabel = "RULE",
            description =
                    "What becomes of another timer that has the id of one in the file: keep (usual),"
                            + " replace, or fail.")
    private OnConflict onConflict = OnConflict.KEEP;

    @Option(
            names = "--dry-run",
            description = "Change nothing; say what would become of each timer.")
    private boolean dryRun;

    @Option(
            names = "--from",
            paramLabel = "BYTE",
            description = "Go on where an interrupted import said that it was.")
    private long from;

    ImportCommand(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
    }

    @Override
    public Integer call() {
        return new ImportFile(terminal, server, onConflict, dryRun).run(file, from).number();
    }
}
