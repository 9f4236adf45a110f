package dev.belfry.server.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete the commands and options. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        mixinStandardHelpOptions = true,
        footer = {
            "%nbash: source <(belfry completion bash)",
            "zsh:  autoload -U compinit && compinit; source <(belfry completion zsh)"
        })
final class Completion implements Runnable {
    /** The shells that the script is written for; both read the same one. */
    enum Shell {
        BASH,
        ZSH
    }

    private final Terminal terminal;

    @Parameters(paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell = Shell.BASH;

    Completion(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        var script = AutoComplete.bash("belfry", Belfry.commandLine(terminal));
        if (shell == Shell.ZSH) {
            terminal.out().println("autoload -U +X bashcompinit && bashcompinit");
        }
        terminal.out().print(script);
    }
}
