package dev.belfry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks whether a server is ready, for supervisors that can only run a command. */
@Command(
        name = "health",
        description = "Say whether the server is ready; if it is not, the exit code is 5.")
final class HealthCommand implements Runnable {
    private final Terminal terminal;
    @Mixin private ServerOption server;

    HealthCommand(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
    }

    @Override
    public void run() {
        var answer = server.api().get("/health/ready");
        terminal.out().println(server.json() ? answer.text() : "ready");
    }
}
