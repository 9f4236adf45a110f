package dev.belfry.cli;

import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete the commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        footer = {
            "%nbash: source <(belfry completion bash)",
            "zsh:  autoload -U compinit && compinit; source <(belfry completion zsh)"
        })
final class Completion implements Runnable {
    /** The shells that the script is written for; both read the same one. */
    private static final Set<String> SHELLS = Set.of("bash", "zsh");

    private final Terminal terminal;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private String shell = "bash";

    Completion(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        if (!SHELLS.contains(shell)) {
            throw new CommandFailure(ExitCode.OTHER, "say bash or zsh, not '" + shell + "'");
        }
        var script = AutoComplete.bash("belfry", Belfry.commandLine(terminal));
        if (shell.equals("zsh")) {
            terminal.out().println("autoload -U +X bashcompinit && bashcompinit");
        }
        terminal.out().print(script);
    }
}
