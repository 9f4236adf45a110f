package dev.belfry.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates one timer, or all those of a file. */
@Command(
        name = "create",
        description = "Create a timer; an identical one is left as it is.",
        footer = {
            "%nExamples:",
            "  belfry timer create hello --in 10s --callback http://localhost:9000/",
            "  belfry timer create --file timers.jsonl"
        })
final class TimerCreate implements Callable<Integer> {
    private final Terminal terminal;
    @Mixin private ServerOption server;
    @Mixin private TimerOptions fields;

    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "The timer's group; left out, it is 'default'.")
    private Optional<String> group = Optional.empty();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description =
                    "Create a timer for each line of a file, a JSON object as the API takes it; -"
                            + " is the standard input.")
    private Optional<Path> file = Optional.empty();

    @Parameters(paramLabel = "ID", arity = "0..1", description = "The timer's id.")
    private Optional<String> id = Optional.empty();

    TimerCreate(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
        this.fields = new TimerOptions(terminal);
    }

    @Override
    public Integer call() {
        if (file.isPresent() == id.isPresent()) {
            throw new CommandFailure(ExitCode.OTHER, "say which timer: an ID, or --file FILE");
        }
        if (file.isPresent() && !(fields.isEmpty() && group.isEmpty())) {
            throw new CommandFailure(
                    ExitCode.OTHER,
                    "with --file each line says all of its timer: leave the rest out");
        }
        return file.map(it -> new BatchFile(terminal, server).create(it))
                .orElseGet(this::createOne)
                .number();
    }

    private ExitCode createOne() {
        var first = new LinkedHashMap<String, String>();
        first.put("timerId", id.orElseThrow());
        var body = fields.toJson(first);
        fields.requireWhole();
        var answer = server.api().post(TimerAddress.timersOf(group.orElse("default")), body);
        var what = answer.status() == 201 ? "created" : "exists already:";
        TimerCommand.show(terminal, server, answer, what);
        return ExitCode.OK;
    }
}
