package dev.belfry.cli;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Scanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that make, change and delete groups. */
final class GroupChangeCommands {
    private GroupChangeCommands() {}

    private static String path(String group) {
        return "groups/" + ServerCalls.encode(group);
    }

    private static void tell(
            Terminal terminal, ServerOption server, ApiAnswer answer, String said) {
        terminal.out().println(server.json() ? answer.text() : said);
    }

    @Command(
            name = "create",
            description = "Create a group; one that is there is left as it is, unless --replace.")
    static final class Create implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupSettingOptions settings;

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Option(
                names = "--shards",
                paramLabel = "N",
                description = "Into how many shards its timers are spread, for ever; usually 16.")
        private Optional<Integer> shards = Optional.empty();

        @Option(
                names = "--replace",
                description =
                        "Give a group that is there these settings, and the usual ones for all others.")
        private boolean replace;

        Create(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
            this.settings = new GroupSettingOptions();
        }

        @Override
        public void run() {
            var body = settings.toJson();
            shards.ifPresent(it -> body.put("shards", it));
            var answer = replace ? replaced(body.toString()) : created(body.toString());
            tell(
                    terminal,
                    server,
                    answer,
                    (answer.status() == 201 ? "created " : "replaced ") + group);
        }

        private ApiAnswer replaced(String body) {
            return server.api().send("PUT", path(group), body, Optional.empty());
        }

        private ApiAnswer created(String body) {
            return server.api().make(path(group), body).orElseThrow(this::exists);
        }

        private CommandFailure exists() {
            return new CommandFailure(
                    ExitCode.CONFLICT,
                    ("there is a group %1$s, and nothing was changed: 'belfry group set %1$s'"
                                    + " changes single settings, --replace all of them")
                            .formatted(group));
        }
    }

    @Command(name = "set", description = "Change some settings; 'usual' takes one back.")
    static final class Set implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupSettingOptions settings;

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Mixin private IfMatch condition = new IfMatch();

        Set(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
            this.settings = new GroupSettingOptions();
        }

        @Override
        public void run() {
            var body = settings.toJson();
            if (body.isEmpty()) {
                throw new CommandFailure(ExitCode.OTHER, "say what to change: see --help");
            }
            var answer = server.api().send("PATCH", path(group), body.toString(), condition.etag());
            tell(terminal, server, answer, "changed " + group);
        }
    }

    @Command(
            name = "delete",
            description = "Delete a group that has no scheduled timers, or with --drop any.")
    static final class Delete implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private IfMatch condition = new IfMatch();

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Option(names = "--drop", description = "Delete it with all its timers; asks for its name.")
        private boolean drop;

        @Option(names = "--yes", description = "Do not ask before.")
        private boolean yes;

        Delete(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            if (drop && !yes) {
                confirm();
            }
            var target = path(group) + (drop ? "?drop=true" : "");
            var answer = server.api().send("DELETE", target, "", condition.etag());
            tell(
                    terminal,
                    server,
                    answer,
                    "deleting %s (%s)".formatted(group, answer.json().path("phase").asText()));
        }

        private void confirm() {
            terminal.err()
                    .printf("delete group %1$s with all its timers? Type %1$s to do it: ", group);
            terminal.err().flush();
            var input = new Scanner(terminal.in(), StandardCharsets.UTF_8);
            if (!input.hasNextLine() || !input.nextLine().strip().equals(group)) {
                throw new CommandFailure(ExitCode.OTHER, "nothing was deleted; --yes does not ask");
            }
        }
    }
}
