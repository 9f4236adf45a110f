package dev.belfry.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be done with all timers of a group that a filter lets pass. */
@Command(
        name = "bulk",
        description = {
            "Delete, fire, postpone or redrive many timers, as jobs of the server.",
            "A job goes on when the command ends."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BulkCommand.Delete.class,
            BulkCommand.Fire.class,
            BulkCommand.Postpone.class,
            BulkCommand.Redrive.class,
            BulkCommand.Show.class,
            BulkCommand.ListAll.class,
            BulkCommand.Cancel.class
        })
final class BulkCommand {
    private static ObjectNode job(String action) {
        return JsonNodeFactory.instance.objectNode().put("action", action);
    }

    @Command(name = "delete", description = "Delete scheduled timers.")
    static final class Delete implements Callable<Integer> {
        @Mixin private BulkStart start;

        Delete(Terminal terminal) {
            this.start = new BulkStart(terminal);
        }

        @Override
        public Integer call() {
            return start.run(job("delete"));
        }
    }

    @Command(name = "fire", description = "Fire scheduled timers now.")
    static final class Fire implements Callable<Integer> {
        @Mixin private BulkStart start;

        Fire(Terminal terminal) {
            this.start = new BulkStart(terminal);
        }

        @Override
        public Integer call() {
            return start.run(job("fire"));
        }
    }

    @Command(
            name = "postpone",
            description = "Postpone scheduled timers; those with a schedule are skipped.")
    static final class Postpone implements Callable<Integer> {
        @Mixin private BulkStart start;

        @Option(
                names = "--by",
                paramLabel = "DURATION",
                required = true,
                description = "How far, such as 1h.")
        private String by = "";

        Postpone(Terminal terminal) {
            this.start = new BulkStart(terminal);
        }

        @Override
        public Integer call() {
            return start.run(job("postpone").put("by", by));
        }
    }

    @Command(name = "redrive", description = "Schedule timers that failed for good anew, for now.")
    static final class Redrive implements Callable<Integer> {
        @Mixin private BulkStart start;

        Redrive(Terminal terminal) {
            this.start = new BulkStart(terminal);
        }

        @Override
        public Integer call() {
            return start.run(job("redrive"));
        }
    }

    @Command(name = "show", description = "Show a job and how far it is.")
    static final class Show implements Callable<Integer> {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        @Parameters(paramLabel = "JOB", description = "The job's id.")
        private String id = "";

        @Option(names = "--wait", description = "Wait until the job is over.")
        private boolean wait;

        Show(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public Integer call() {
            var calls = new BulkCalls(terminal, server, group.name());
            var shown = calls.show(id);
            var answer = wait ? calls.awaitEnd(shown, OptionalLong.empty()) : shown;
            calls.print(server, answer);
            return wait ? BulkCalls.codeOf(answer.json()).number() : ExitCode.OK.number();
        }
    }

    @Command(name = "list", description = "List the group's jobs, the latest first.")
    static final class ListAll implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        ListAll(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = new BulkCalls(terminal, server, group.name()).list();
            if (server.json()) {
                terminal.out().println(answer.text());
                return;
            }
            var table =
                    new Table(
                            "JOB", "ACTION", "STATUS", "CREATED", "FOUND", "DONE", "SKIPPED",
                            "FAILED");
            for (var job : answer.json().path("jobs")) {
                table.row(
                        job.path("jobId").asText(),
                        job.path("action").asText()
                                + (job.path("dryRun").asBoolean() ? " (dry run)" : ""),
                        job.path("status").asText(),
                        job.path("createdAt").asText(),
                        job.path("matched").asText(),
                        job.path("done").asText(),
                        job.path("skipped").asText(),
                        job.path("failed").asText());
            }
            if (table.isEmpty()) {
                terminal.out().println("none");
            } else {
                table.print(terminal.out());
            }
        }
    }

    @Command(name = "cancel", description = "Cancel a job; what it has changed stays changed.")
    static final class Cancel implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        @Parameters(paramLabel = "JOB", description = "The job's id.")
        private String id = "";

        Cancel(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var calls = new BulkCalls(terminal, server, group.name());
            calls.print(server, calls.cancel(id));
        }
    }
}
