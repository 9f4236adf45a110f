package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Scanner;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Begins a bulk job: counts what it would change, asks, and perhaps waits for its end. */
final class BulkStart {
    private final Terminal terminal;
    @Mixin private ServerOption server;
    @Mixin private GroupOption group = new GroupOption();
    @Mixin private BulkFilter filter;

    @Option(names = "--dry-run", description = "Count and name some; change nothing.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Do not count and ask before.")
    private boolean yes;

    @Option(names = "--wait", description = "Wait until the job is over.")
    private boolean wait;

    BulkStart(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
        this.filter = new BulkFilter(terminal);
    }

    /**
     * @param job what is to be done, without the filter
     */
    int run(ObjectNode job) {
        if (dryRun && yes) {
            throw new CommandFailure(ExitCode.OTHER, "say --dry-run or --yes");
        }
        filter.addTo(job);
        var calls = new BulkCalls(terminal, server, group.name());
        if (dryRun) {
            return finish(calls, counted(calls, job));
        }
        if (yes) {
            return begin(calls, job, OptionalLong.empty());
        }
        var counted = counted(calls, job);
        long count = countOf(counted.json());
        if (count == 0) {
            return finish(calls, counted);
        }
        confirm(job, counted.json(), count);
        return begin(calls, job, OptionalLong.of(counted.json().path("matched").asLong()));
    }

    private static ApiAnswer counted(BulkCalls calls, ObjectNode job) {
        return calls.awaitEnd(
                calls.start(job.deepCopy().put("dryRun", true)), OptionalLong.empty());
    }

    /** How many it would change. */
    private static long countOf(JsonNode counted) {
        return counted.path("matched").asLong() - counted.path("skipped").asLong();
    }

    private int begin(BulkCalls calls, ObjectNode job, OptionalLong total) {
        var begun = calls.start(job);
        if (wait) {
            return finish(calls, calls.awaitEnd(begun, total));
        }
        calls.print(server, begun);
        if (!server.json()) {
            terminal.out()
                    .printf(
                            "See how far it is: belfry bulk show -g %s %s%n",
                            group.name(), begun.json().path("jobId").asText());
        }
        return ExitCode.OK.number();
    }

    private int finish(BulkCalls calls, ApiAnswer over) {
        calls.print(server, over);
        return BulkCalls.codeOf(over.json()).number();
    }

    private void confirm(ObjectNode job, JsonNode counted, long count) {
        if (!counted.path("status").asText().equals("DONE")) {
            throw new CommandFailure(ExitCode.CONFLICT, "the count was ended; nothing was changed");
        }
        terminal.err()
                .printf(
                        "%s %d timers of group %s, such as %s? [y/N] ",
                        job.path("action").asText(),
                        count,
                        group.name(),
                        counted.path("sample").path(0).asText());
        terminal.err().flush();
        if (!isYes(new Scanner(terminal.in(), StandardCharsets.UTF_8))) {
            throw new CommandFailure(ExitCode.OTHER, "nothing was changed; --yes does not ask");
        }
    }

    private static boolean isYes(Scanner input) {
        return input.hasNextLine()
                && input.nextLine().strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
