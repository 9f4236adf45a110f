package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What can be done with timers whose callbacks failed for good. */
@Command(
        name = "failed",
        description = "Look at timers that failed for good, and start them again.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {FailedCommand.ListAll.class, FailedCommand.Redrive.class})
final class FailedCommand {
    @Command(name = "list", description = "List failed timers, the latest first.")
    static final class ListAll implements Runnable {
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();
        @Mixin private Listing listing;

        ListAll(Terminal terminal) {
            this.server = new ServerOption(terminal);
            this.listing = new Listing(terminal);
        }

        @Override
        public void run() {
            var form = new Listing.Form(TimerView.failedTable(), TimerView::addFailed);
            listing.show(server, group.path("failed"), Map.of(), form);
        }
    }

    @Command(name = "redrive", description = "Schedule failed timers anew, for now.")
    static final class Redrive implements Callable<Integer> {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        @Parameters(paramLabel = "ID", arity = "0..*", description = "The timers' ids.")
        private List<String> ids = new ArrayList<>();

        @Option(
                names = "--all",
                description = "All of the group; of the runs of one timer, one at a time.")
        private boolean all;

        @Mixin private RunOption run = new RunOption();

        Redrive(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public Integer call() {
            if (all != ids.isEmpty()) {
                throw new CommandFailure(ExitCode.OTHER, "say which timers: IDs, or --all");
            }
            if (run.isGiven() && ids.size() != 1) {
                throw new CommandFailure(ExitCode.OTHER, "--scheduled-for is about one ID");
            }
            var api = server.api();
            var work = new Redriving(terminal, api, group.path("failed"));
            if (all) {
                new Paging(api, group.path("failed"), Map.of("limit", "1000"))
                        .forEach(page -> work.redrive(deadLetters(page)));
            } else {
                work.redrive(ids.stream().map(id -> new DeadLetter(id, run.query())).toList());
            }
            return work.finish(server.json()).number();
        }

        private static List<DeadLetter> deadLetters(JsonNode page) {
            return page.path("timers").valueStream().map(DeadLetter::of).toList();
        }
    }

    /**
     * A timer that failed, or a run of it.
     *
     * @param run what names the run in a path; empty for the timer
     */
    private record DeadLetter(String id, String run) {
        static DeadLetter of(JsonNode timer) {
            var run = timer.path("scheduledFor");
            return new DeadLetter(
                    timer.path("timerId").asText(),
                    run.isMissingNode() ? "" : RunOption.query(run.asText()));
        }
    }

    /** Redrives one timer after the other; one refusal does not hinder the rest. */
    private static final class Redriving {
        private final Terminal terminal;
        private final ServerCalls api;
        private final String path;
        private final Progress progress;
        private long redriven;
        private long refused;
        private Optional<ExitCode> worst = Optional.empty();

        Redriving(Terminal terminal, ServerCalls api, String path) {
            this.terminal = terminal;
            this.api = api;
            this.path = path;
            this.progress = new Progress(terminal, "redriving", OptionalLong.empty());
        }

        void redrive(List<DeadLetter> letters) {
            for (var letter : letters) {
                redriveOne(letter);
                progress.advance(1);
            }
        }

        private void redriveOne(DeadLetter letter) {
            try {
                api.post(
                        path + "/" + ServerCalls.encode(letter.id()) + "/redrive" + letter.run(),
                        "");
                redriven++;
            } catch (CommandFailure e) {
                if (e.code() == ExitCode.UNAVAILABLE) {
                    throw e;
                }
                refused++;
                worst =
                        worst.filter(it -> it.compareTo(e.code()) >= 0)
                                .or(() -> Optional.of(e.code()));
                terminal.err().println(letter.id() + ": " + e.getMessage());
            }
        }

        ExitCode finish(boolean json) {
            progress.close();
            terminal.out()
                    .printf(
                            json
                                    ? "{\"redriven\":%d,\"refused\":%d}%n"
                                    : "%d redriven, %d refused%n",
                            redriven,
                            refused);
            return worst.orElse(ExitCode.OK);
        }
    }
}
