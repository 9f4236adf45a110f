package dev.belfry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks at a configuration without starting anything. */
@Command(
        name = "config",
        description = "Look at the configuration of a server.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ConfigCommand.Check.class)
final class ConfigCommand {
    /** Says whether a server would take it, and what it would hold. */
    @Command(
            name = "check",
            description = {
                "Say whether 'serve' with the same options would take the configuration.",
                "Shows what is not as it is by default, and where it comes from.",
                "Nothing is started, opened or written."
            })
    static final class Check implements Runnable {
        private final Terminal terminal;
        @Mixin private SettingOptions settings;

        Check(Terminal terminal) {
            this.terminal = terminal;
            this.settings = new SettingOptions(terminal);
        }

        @Override
        public void run() {
            var configuration = settings.configuration();
            var table = new Table("SETTING", "VALUE", "FROM");
            for (var setting : configuration.inForce()) {
                if (!setting.source().equals("default")) {
                    table.row(setting.key(), setting.value(), setting.source());
                }
            }
            table.print(terminal.out());
            configuration
                    .insecurity()
                    .ifPresent(it -> terminal.err().println("belfry: INSECURE: " + it));
            terminal.out().println("the configuration is good");
        }
    }
}
