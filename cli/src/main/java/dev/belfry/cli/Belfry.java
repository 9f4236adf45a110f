package dev.belfry.cli;

import dev.belfry.operate.config.SoftwareVersion;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line of Belfry: the server itself, and a client of its API. */
@Command(
        name = "belfry",
        description = "Durable timers: call a URL at an instant, at least once.",
        versionProvider = Belfry.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            Serve.class,
            TimerCommand.class,
            ScheduleCommand.class,
            GroupCommand.class,
            FailedCommand.class,
            BulkCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            PlanCommand.class,
            MoveCommand.class,
            ClusterCommand.class,
            KeyCommand.class,
            HealthCommand.class,
            WatchCommand.class,
            ConfigCommand.class,
            SchemaCommand.class,
            FenceCommand.class,
            Listen.class,
            Completion.class,
            Help.class
        },
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0  done",
            "  1  wrong usage, or anything else",
            "  2  not found",
            "  3  conflict, or a condition that does not hold",
            "  4  input or configuration refused",
            "  5  unavailable, or the outcome is unknown"
        })
public final class Belfry {
    /** Every command has it. Picocli alone looks at these two. */
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and end.")
    private boolean help;

    @SuppressWarnings("UnusedVariable")
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and end.")
    private boolean version;

    private Belfry() {}

    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(), arguments));
    }

    /** Runs one command and returns its exit code. */
    static int run(Terminal terminal, String... arguments) {
        return commandLine(terminal).execute(arguments);
    }

    static CommandLine commandLine(Terminal terminal) {
        var line =
                new CommandLine(new Belfry(), new CommandFactory(terminal))
                        .setOut(writer(terminal.out()))
                        .setErr(writer(terminal.err()))
                        .setUsageHelpAutoWidth(true)
                        .setExpandAtFiles(false)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setExecutionExceptionHandler(
                                (failure, _, _) -> explain(terminal, failure));
        line.setParameterExceptionHandler(Belfry::explainUsage);
        return line;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static int explain(Terminal terminal, Exception failure) throws Exception {
        if (failure instanceof CommandFailure expected) {
            terminal.err().println("belfry: " + expected.getMessage());
            return expected.code().number();
        }
        throw failure;
    }

    private static int explainUsage(CommandLine.ParameterException failure, String[] arguments) {
        var line = failure.getCommandLine();
        if (isOnlyTheName(failure)) {
            line.usage(line.getErr());
            return ExitCode.OTHER.number();
        }
        line.getErr().println("belfry: " + failure.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, line.getErr());
        line.getErr().println("Try '%s --help'.".formatted(line.getCommandSpec().qualifiedName()));
        return ExitCode.OTHER.number();
    }

    /** Somebody who says "belfry" or "belfry timer" and no more wants to know what there is. */
    private static boolean isOnlyTheName(CommandLine.ParameterException failure) {
        return String.valueOf(failure.getMessage()).equals("Missing required subcommand");
    }

    /** Gives each command the terminal, if it wants one. */
    private record CommandFactory(Terminal terminal) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (var constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 1
                        && constructor.getParameterTypes()[0] == Terminal.class) {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(terminal));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    /** The version, as the launcher found it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"belfry " + SoftwareVersion.running()};
        }
    }
}
