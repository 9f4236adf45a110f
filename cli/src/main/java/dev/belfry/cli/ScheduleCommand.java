package dev.belfry.cli;

import java.util.LinkedHashMap;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be done with timers that run again and again. */
@Command(
        name = "schedule",
        description = "Create, preview, pause and resume timers that run again and again.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ScheduleCommand.Create.class,
            ScheduleCommand.Preview.class,
            ScheduleCommand.Pause.class,
            ScheduleCommand.Resume.class
        })
final class ScheduleCommand {
    @Command(
            name = "create",
            description = "Create a timer with a schedule; an identical one is left as it is.",
            footer = {
                "%nExamples:",
                "  belfry schedule create report --cron '0 3 * * MON-FRI' --zone Europe/Berlin"
                        + " --callback http://localhost:9000/",
                "  belfry schedule create beat --every 30s --callback http://localhost:9000/"
            })
    static final class Create implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();
        @Mixin private ScheduleOptions schedule = new ScheduleOptions();
        @Mixin private TimerOptions fields;

        Create(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
            this.fields = new TimerOptions(terminal);
        }

        @Override
        public void run() {
            schedule.requireRule();
            fields.requireCallback();
            var names = new LinkedHashMap<String, String>();
            names.put("timerId", timer.id());
            var body = fields.toJson(names, Optional.of(schedule.toJson()));
            var answer = server.api().post(TimerAddress.timersOf(timer.group()), body);
            var what = answer.status() == 201 ? "created" : "exists already:";
            TimerCommand.show(terminal, server, answer, what);
        }
    }

    @Command(name = "preview", description = "Show the next runs of a schedule.")
    static final class Preview implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;

        @Option(
                names = "--cron",
                paramLabel = "EXPRESSION",
                required = true,
                description = "Minutes, hours, day, month, weekday: '0 3 * * MON-FRI'.")
        private String cron = "";

        @Option(
                names = "--zone",
                paramLabel = "ZONE",
                description = "Its time zone; left out, it is UTC.")
        private Optional<String> zone = Optional.empty();

        @Option(names = "--from", paramLabel = "TIME", description = "Only runs after it.")
        private Optional<String> from = Optional.empty();

        @Option(names = "--limit", paramLabel = "N", description = "How many: ${DEFAULT-VALUE}.")
        private int limit = 10;

        Preview(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var query = new StringBuilder("schedule/preview?n=" + limit);
            add(query, "cron", Optional.of(cron));
            add(query, "zone", zone);
            var now = terminal.clock().instant();
            add(query, "from", from.map(time -> Times.parse(time, now).toString()));
            var answer = server.api().get(query.toString());
            if (server.json()) {
                terminal.out().println(answer.text());
                return;
            }
            var table = new Table("RUN", "LOCAL TIME");
            for (var run : answer.json().path("runs")) {
                table.row(run.path("scheduledFor").asText(), run.path("local").asText());
            }
            table.print(terminal.out());
        }

        private static void add(StringBuilder query, String name, Optional<String> value) {
            value.ifPresent(
                    it ->
                            query.append('&')
                                    .append(name)
                                    .append('=')
                                    .append(ServerCalls.encode(it)));
        }
    }

    @Command(name = "pause", description = "Pause the schedule of a timer.")
    static final class Pause implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();

        Pause(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().post(timer.path() + "/pause", "");
            TimerCommand.show(terminal, server, answer, "paused");
        }
    }

    @Command(name = "resume", description = "Resume the schedule of a timer.")
    static final class Resume implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private TimerAddress timer = new TimerAddress();

        Resume(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var answer = server.api().post(timer.path() + "/resume", "");
            TimerCommand.show(terminal, server, answer, "resumed");
        }
    }
}
