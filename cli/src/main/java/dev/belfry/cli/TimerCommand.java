package dev.belfry.cli;

import java.util.LinkedHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What can be done with single timers. */
@Command(
        name = "timer",
        description = "Create, look at, change and delete timers.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            TimerCreate.class,
            TimerCommand.Get.class,
            TimerCommand.Put.class,
            TimerCommand.Patch.class,
            TimerCommand.Delete.class,
            TimerCommand.Fire.class,
            TimerCommand.Explain.class,
            TimerList.class,
            TimerHistory.class,
            TimerFind.class
        })
final class TimerCommand {
    @Command(name = "get", description = "Show a timer.")
    static final class Get implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private RunOption run = new RunOption();

        Get(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().get(timer.path() + run.query());
            if (server.json()) {
                terminal.out().println(answer.text());
            } else {
                new TimerView(terminal).printOne(answer.json());
                answer.headers()
                        .firstValue("ETag")
                        .ifPresent(it -> terminal.out().printf("  %-16s %s%n", "ETag", it));
            }
        }
    }

    @Command(name = "put", description = "Create a timer or replace it whole.")
    static final class Put implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private TimerOptions fields;
        @Mixin private IfMatch condition = new IfMatch();

        Put(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
            this.fields = new TimerOptions(terminal);
        }

        @Override
        public void run() {
            var body = fields.toJson(new LinkedHashMap<>());
            fields.requireWhole();
            var answer = server.api().send("PUT", timer.path(), body, condition.etag());
            show(terminal, server, answer, answer.status() == 201 ? "created" : "stored");
        }
    }

    @Command(
            name = "patch",
            description = "Change some fields of a timer; a new time starts a new schedule.")
    static final class Patch implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private TimerOptions fields;
        @Mixin private IfMatch condition = new IfMatch();

        Patch(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
            this.fields = new TimerOptions(terminal);
        }

        @Override
        public void run() {
            if (fields.isEmpty()) {
                throw new CommandFailure(ExitCode.OTHER, "say what to change, such as --in 10s");
            }
            var body = fields.toJson(new LinkedHashMap<>());
            var answer = server.api().send("PATCH", timer.path(), body, condition.etag());
            show(terminal, server, answer, "changed");
        }
    }

    @Command(name = "delete", description = "Delete a timer.")
    static final class Delete implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private RunOption run = new RunOption();
        @Mixin private IfMatch condition = new IfMatch();

        Delete(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer =
                    server.api().send("DELETE", timer.path() + run.query(), "", condition.etag());
            var inFlight = answer.headers().firstValue("Belfry-Attempt-In-Flight").orElse("false");
            if (server.json()) {
                terminal.out().println("{\"attemptInFlight\":\"" + inFlight + "\"}");
            } else {
                terminal.out()
                        .println("deleted " + timer.group() + "/" + timer.id() + note(inFlight));
            }
        }

        private static String note(String inFlight) {
            return switch (inFlight) {
                case "true" -> "; an attempt was under way and may still arrive";
                case "possible" -> "; an attempt may have been under way";
                default -> "";
            };
        }
    }

    @Command(name = "fire", description = "Fire a timer now.")
    static final class Fire implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private IfMatch condition = new IfMatch();

        Fire(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().send("POST", timer.path() + "/fire", "", condition.etag());
            show(terminal, server, answer, "fires");
        }
    }

    @Command(name = "explain", description = "Say why a timer has not fired yet.")
    static final class Explain implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private RunOption run = new RunOption();

        Explain(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().get(timer.path() + "/explanation" + run.query());
            terminal.out()
                    .println(
                            server.json()
                                    ? answer.text()
                                    : answer.json().path("state").asText()
                                            + ": "
                                            + answer.json().path("text").asText());
        }
    }

    static void show(Terminal terminal, ServerOption server, ApiAnswer answer, String what) {
        if (server.json()) {
            terminal.out().println(answer.text());
        } else {
            new TimerView(terminal).printLine(what, answer.json());
        }
    }
}
