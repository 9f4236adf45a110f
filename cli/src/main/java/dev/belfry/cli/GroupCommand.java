package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be done with groups. */
@Command(
        name = "group",
        description = "Create, change, delete, pause and look at groups.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            GroupCommand.ListAll.class,
            GroupCommand.Show.class,
            GroupChangeCommands.Create.class,
            GroupChangeCommands.Set.class,
            GroupChangeCommands.Delete.class,
            GroupCommand.Pause.class,
            GroupCommand.Resume.class
        })
final class GroupCommand {
    @Command(name = "list", description = "List the groups.")
    static final class ListAll implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;

        @Option(
                names = "--prefix",
                paramLabel = "PREFIX",
                description = "Only those whose names begin so.")
        private Optional<String> prefix = Optional.empty();

        ListAll(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var query = new LinkedHashMap<String, String>();
            prefix.ifPresent(it -> query.put("prefix", it));
            var groups = JsonNodeFactory.instance.arrayNode();
            new Paging(server.api(), "groups", query)
                    .forEach(page -> page.path("groups").forEach(groups::add));
            if (server.json()) {
                var all = JsonNodeFactory.instance.objectNode();
                all.set("groups", groups);
                terminal.out().println(all);
                return;
            }
            var table =
                    new Table(
                            "GROUP",
                            "SHARDS",
                            "PENDING",
                            "FAILED",
                            "BACKLOG AGE",
                            "KEEPS REACHED",
                            "LIMITS",
                            "STATE");
            for (var group : groups) {
                table.row(
                        group.path("groupId").asText(),
                        group.path("shardCount").asText(),
                        held(group, "pending"),
                        held(group, "deadLetters"),
                        Times.millis(group.path("backlogAgeMillis").asLong()),
                        keeps(group),
                        limits(group.path("limits")),
                        state(group));
            }
            table.print(terminal.out());
        }
    }

    private static String held(JsonNode group, String name) {
        var timers = group.path(name).asText("-");
        return group.path("countsExact").asBoolean(true) ? timers : "~" + timers;
    }

    private static String limits(JsonNode limits) {
        var said = new StringJoiner(", ");
        if (limits.path("weight").asInt(1) != 1) {
            said.add("weight " + limits.path("weight").asText());
        }
        if (limits.has("ratePerSecond")) {
            said.add(limits.path("ratePerSecond").asText() + "/s");
        }
        if (limits.has("concurrency")) {
            said.add(limits.path("concurrency").asText() + " at once");
        }
        if (limits.has("hostRatePerSecond")) {
            said.add(limits.path("hostRatePerSecond").asText() + "/s a host");
        }
        if (limits.has("hostConcurrency")) {
            said.add(limits.path("hostConcurrency").asText() + " at once a host");
        }
        return said.length() == 0 ? "none" : said.toString();
    }

    private static String keeps(JsonNode group) {
        var retention = group.path("retention").asText();
        return retention.equals("0ms") ? "no" : retention;
    }

    private static String state(JsonNode group) {
        var phase = group.path("phase").asText("SERVING");
        if (!phase.equals("SERVING")) {
            return phase.toLowerCase(Locale.ROOT);
        }
        if (!group.path("paused").asBoolean()) {
            return "firing";
        }
        return group.hasNonNull("pauseReason")
                ? "paused: " + group.path("pauseReason").asText()
                : "paused";
    }

    @Command(name = "show", description = "Show a group and what it holds.")
    static final class Show implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        Show(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().get("groups/" + ServerCalls.encode(group));
            if (server.json()) {
                terminal.out().println(answer.text());
                return;
            }
            terminal.out().println(group);
            answer.json().properties().stream()
                    .filter(it -> !it.getKey().equals("groupId") && !it.getKey().equals("shards"))
                    .filter(it -> !it.getValue().isNull())
                    .forEach(
                            it ->
                                    terminal.out()
                                            .printf(
                                                    "  %-16s %s%n",
                                                    it.getKey(), Json.text(it.getValue())));
            var fullest = answer.json().path("shards");
            terminal.out().printf("  %-16s %d%n", "shards in use", inUse(fullest));
        }

        private static long inUse(JsonNode shards) {
            return shards.valueStream()
                    .filter(it -> it.path("pending").asLong() + it.path("kept").asLong() > 0)
                    .count();
        }
    }

    @Command(
            name = "pause",
            description = "Stop firing; nothing is lost, and timers can still be changed.")
    static final class Pause implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for others to see.")
        private Optional<String> reason = Optional.empty();

        Pause(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var body =
                    reason.map(
                            it ->
                                    JsonNodeFactory.instance
                                            .objectNode()
                                            .put("reason", it)
                                            .toString());
            var path = "groups/" + ServerCalls.encode(group) + "/pause";
            var answer = server.api().post(path, body.orElse(""));
            if (server.json()) {
                terminal.out().println(answer.text());
            } else {
                terminal.out().println("paused " + group + unconfirmed(answer));
            }
        }

        private static String unconfirmed(ApiAnswer answer) {
            return answer.status() == 202
                    ? "; not yet confirmed by shards " + answer.json().path("unconfirmedShards")
                    : "";
        }
    }

    @Command(name = "resume", description = "Fire again.")
    static final class Resume implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;

        @Parameters(paramLabel = "GROUP", description = "The group.")
        private String group = "";

        Resume(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().post("groups/" + ServerCalls.encode(group) + "/resume", "");
            terminal.out().println(server.json() ? answer.text() : "resumed " + group);
        }
    }
}
