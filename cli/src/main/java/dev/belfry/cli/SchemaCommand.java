package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.server.Stores;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the owner of a database does, so that servers need no right to create or alter anything. */
@Command(
        name = "schema",
        description = "Print, make or check the schema of the database.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SchemaCommand.Print.class,
            SchemaCommand.Apply.class,
            SchemaCommand.Check.class
        })
final class SchemaCommand {
    private SchemaCommand() {}

    /** The databases that a server with the same options would use. */
    static final class Databases {
        @Mixin private SettingOptions settings;

        Databases(Terminal terminal) {
            this.settings = new SettingOptions(terminal);
        }

        /**
         * @param refused what a database that can not be used as it is ends with
         */
        void each(ExitCode refused, BiConsumer<String, StoreSchema> action) {
            try {
                Stores.schemas(settings.configuration()).forEach(action);
            } catch (ConfigurationException | InvalidValueException e) {
                throw CommandFailure.refused(e);
            } catch (StoreException.Rejected e) {
                throw new CommandFailure(refused, String.valueOf(e.getMessage()));
            } catch (StoreException e) {
                throw new CommandFailure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "print",
            description = {
                "Print the statements that make the schema, for a change request.",
                "No database is connected to."
            })
    static final class Print implements Runnable {
        private final Terminal terminal;
        @Mixin private Databases databases;

        @Option(
                names = "--after",
                paramLabel = "VERSION",
                description = "Only what a schema of this version lacks.",
                defaultValue = "0")
        private int after;

        Print(Terminal terminal) {
            this.terminal = terminal;
            this.databases = new Databases(terminal);
        }

        @Override
        public void run() {
            databases.each(
                    ExitCode.REFUSED,
                    (name, schema) -> {
                        terminal.out().println("-- database " + name);
                        schema.steps().stream()
                                .filter(step -> step.version() > after)
                                .forEach(step -> terminal.out().println(step.text()));
                    });
        }
    }

    @Command(
            name = "apply",
            description = "Make or upgrade the schema; store.url is that of the owner.")
    static final class Apply implements Runnable {
        private final Terminal terminal;
        @Mixin private Databases databases;

        Apply(Terminal terminal) {
            this.terminal = terminal;
            this.databases = new Databases(terminal);
        }

        @Override
        public void run() {
            databases.each(
                    ExitCode.REFUSED,
                    (name, schema) -> {
                        schema.apply();
                        terminal.out()
                                .printf("%s: the schema has version %d%n", name, schema.check());
                    });
        }
    }

    @Command(
            name = "check",
            description = {
                "Say whether the schema is there and new enough; changes nothing.",
                "If it is not, the exit code is 3."
            })
    static final class Check implements Runnable {
        private final Terminal terminal;
        @Mixin private Databases databases;

        Check(Terminal terminal) {
            this.terminal = terminal;
            this.databases = new Databases(terminal);
        }

        @Override
        public void run() {
            databases.each(
                    ExitCode.CONFLICT,
                    (name, schema) ->
                            terminal.out()
                                    .printf(
                                            "%s: the schema has version %d%n",
                                            name, schema.check()));
        }
    }
}
