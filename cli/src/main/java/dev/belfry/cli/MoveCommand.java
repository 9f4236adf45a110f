package dev.belfry.cli;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves of shards between the databases of a server. */
@Command(
        name = "move",
        description = {
            "Move shards of a group to another database while their timers fire.",
            "Moves go on when the command ends."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            MoveCommand.Start.class,
            MoveCommand.ListAll.class,
            MoveCommand.Cancel.class
        })
final class MoveCommand {
    /** Often enough for whoever waits, seldom enough for a server. */
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    private static final int HIGHEST_SHARD = 65_535;
    private static final String MOVES = "moves";

    private static void print(Terminal terminal, ServerOption server, ApiAnswer answer) {
        if (server.json()) {
            terminal.out().println(answer.text());
            return;
        }
        var table = new Table("SHARD", "FROM", "TO", "STATUS", "COPIED", "STOOD MS", "REASON");
        for (var move : answer.json().path("moves")) {
            table.row(
                    move.path("shard").asText(),
                    move.path("from").asText(),
                    move.path("to").asText(),
                    move.path("status").asText(),
                    move.path("copied").asText(),
                    move.path("frozenMillis").asText(),
                    move.path("reason").asText());
        }
        if (table.isEmpty()) {
            terminal.out().println("none");
        } else {
            table.print(terminal.out());
        }
    }

    private static boolean isOver(JsonNode move) {
        return List.of("DONE", "CANCELLED", "FAILED").contains(move.path("status").asText());
    }

    @Command(name = "start", description = "Move shards to another database.")
    static final class Start implements Callable<Integer> {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        @Option(
                names = "--to",
                paramLabel = "DATABASE",
                required = true,
                description = "A name of store.databases.")
        private String to = "";

        @Option(
                names = "--shards",
                paramLabel = "SHARDS",
                split = ",",
                description = "Such as 0-7,12; left out, all of the group.")
        private List<String> shards = List.of();

        @Option(names = "--dry-run", description = "Say what would be moved, and move nothing.")
        private boolean dryRun;

        @Option(names = "--wait", description = "Wait until the moves are over.")
        private boolean wait;

        Start(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public Integer call() {
            var api = server.api();
            var answer = api.post(group.path(MOVES), body());
            if (dryRun && !server.json()) {
                print(terminal, server, answer);
                terminal.out()
                        .printf(
                                "%d pending and %d kept timers would be moved%n",
                                answer.json().path("pending").asLong(),
                                answer.json().path("kept").asLong());
                return ExitCode.OK.number();
            }
            var last = wait && !dryRun ? awaitEnd(api, answer) : answer;
            print(terminal, server, last);
            return (hasFailed(last) ? ExitCode.OTHER : ExitCode.OK).number();
        }

        private String body() {
            var body = JsonNodeFactory.instance.objectNode().put("to", to);
            if (!shards.isEmpty()) {
                var indices = body.putArray("shards");
                shards.stream().flatMapToInt(Start::range).forEach(indices::add);
            }
            return (dryRun ? body.put("dryRun", true) : body).toString();
        }

        private static IntStream range(String text) {
            if (!text.matches("[0-9]{1,5}(-[0-9]{1,5})?")) {
                throw new CommandFailure(
                        ExitCode.REFUSED, "--shards: '%s' is no range such as 0-7".formatted(text));
            }
            var ends = text.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (first > last || last > HIGHEST_SHARD) {
                throw new CommandFailure(
                        ExitCode.REFUSED,
                        "--shards: '%s' must go up, to %d at most".formatted(text, HIGHEST_SHARD));
            }
            return IntStream.rangeClosed(first, last);
        }

        /** Of the shards that were begun: what became of others before says nothing here. */
        private ApiAnswer awaitEnd(ServerCalls api, ApiAnswer begun) {
            var shards = moves(begun).map(it -> it.path("shard").asInt()).collect(toSet());
            var now = begun;
            while (!isOver(now)) {
                pause();
                now = only(shards, api.get(group.path(MOVES)));
            }
            return now;
        }

        private static ApiAnswer only(Set<Integer> shards, ApiAnswer answer) {
            var body = JsonNodeFactory.instance.objectNode();
            body.putArray("moves")
                    .addAll(
                            moves(answer)
                                    .filter(it -> shards.contains(it.path("shard").asInt()))
                                    .toList());
            return new ApiAnswer(answer.status(), answer.headers(), body.toString());
        }

        private static boolean isOver(ApiAnswer answer) {
            return moves(answer).allMatch(MoveCommand::isOver);
        }

        private static Stream<JsonNode> moves(ApiAnswer answer) {
            return StreamSupport.stream(answer.json().path("moves").spliterator(), false);
        }

        private static boolean hasFailed(ApiAnswer answer) {
            return moves(answer).anyMatch(it -> it.path("status").asText().equals("FAILED"));
        }

        private static void pause() {
            try {
                Thread.sleep(BETWEEN);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCode.OTHER, "interrupted; the moves go on");
            }
        }
    }

    @Command(name = "list", description = "List the moves of the group's shards.")
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
            print(terminal, server, server.api().get(group.path(MOVES)));
        }
    }

    @Command(
            name = "cancel",
            description = "Cancel moves; a shard that was moved already stays where it is.")
    static final class Cancel implements Runnable {
        private final Terminal terminal;
        @Mixin private ServerOption server;
        @Mixin private GroupOption group = new GroupOption();

        @Parameters(
                paramLabel = "SHARD",
                arity = "0..1",
                description = "The shard; left out, all of the group.")
        private Optional<Integer> shard = Optional.empty();

        Cancel(Terminal terminal) {
            this.terminal = terminal;
            this.server = new ServerOption(terminal);
        }

        @Override
        public void run() {
            var path = group.path(MOVES) + shard.map(index -> "/" + index).orElse("");
            var answer = server.api().send("DELETE", path, "", Optional.empty());
            if (shard.isPresent() && !server.json()) {
                terminal.out().println(answer.json().path("status").asText());
            } else {
                print(terminal, server, answer);
            }
        }
    }
}
