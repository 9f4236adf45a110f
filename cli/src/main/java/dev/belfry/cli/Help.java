package dev.belfry.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of another command, for those who ask for it this way. */
@Command(name = "help", description = "Show the help of a command.")
final class Help implements Runnable {
    private final Terminal terminal;
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Such as timer create.")
    private List<String> path = new ArrayList<>();

    Help(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        var line = spec.root().commandLine();
        for (var name : path) {
            var next = line.getSubcommands().get(name);
            if (next == null) {
                throw new CommandFailure(
                        ExitCode.OTHER, "there is no command '%s'".formatted(name));
            }
            line = next;
        }
        line.usage(terminal.out());
    }
}
