package dev.belfry.cli;

import dev.belfry.core.timer.DurationText;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says what a number of timers needs, by what was measured. */
@Command(
        name = "plan",
        description = "Say what a number of timers needs of nodes and a database.",
        footer = {
            "%nExample:",
            "  belfry plan --timers-per-day 10000000 --database postgres --lead 7d --peak 10"
        })
final class PlanCommand implements Runnable {
    private static final double MOST_TIMERS = 1e12;
    private static final double MOST_BYTES = 1e9;

    private final Terminal terminal;

    @Option(
            names = "--timers-per-day",
            paramLabel = "N",
            required = true,
            description = "Timers that are made, and fire, on a day.")
    private double timers;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            required = true,
            description = "${COMPLETION-CANDIDATES}.")
    private CapacityFigures.Database database = CapacityFigures.Database.POSTGRES;

    @Option(
            names = "--payload",
            paramLabel = "BYTES",
            description = "Of a timer; usually ${DEFAULT-VALUE}.")
    private double payload = 200;

    @Option(
            names = "--lead",
            paramLabel = "TIME",
            description =
                    "From a timer's making to its instant, on average; usually ${DEFAULT-VALUE}.")
    private String lead = "1d";

    @Option(
            names = "--attempts",
            paramLabel = "N",
            description = "Of a timer, with retries, on average; usually ${DEFAULT-VALUE}.")
    private double attempts = 1.05;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            description = "How long timers are kept that were reached; usually ${DEFAULT-VALUE}.")
    private String retention = "0s";

    @Option(
            names = "--peak",
            paramLabel = "FACTOR",
            description = "The busiest second beside the average one; usually ${DEFAULT-VALUE}.")
    private double peak = 10;

    @Option(names = "--json", description = "As JSON, for scripts.")
    private boolean json;

    PlanCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        var figures = new CapacityFigures();
        var demand =
                new CapacityPlan.Demand(
                        within("--timers-per-day", timers, 1, MOST_TIMERS),
                        within("--payload", payload, 0, MOST_BYTES),
                        duration("--lead", lead),
                        within("--attempts", attempts, 1, 1_000),
                        duration("--retention", retention),
                        within("--peak", peak, 1, 100_000));
        var report = new CapacityReport(new CapacityPlan(demand, database, figures), figures);
        if (json) {
            terminal.out().println(report.json());
            return;
        }
        report.lines().forEach((name, text) -> terminal.out().printf("%-13s %s%n", name, text));
        terminal.out()
                .printf(
                        "By figures of %s from %s, everything linear: measure your own before you rely on it.%n",
                        figures.text("measured"), figures.text("machine"));
    }

    private static double within(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    String.format(Locale.ROOT, "%s must be from %.0f to %.0f", name, least, most));
        }
        return value;
    }

    private static Duration duration(String name, String text) {
        try {
            return DurationText.parse(text, name);
        } catch (RuntimeException e) {
            throw CommandFailure.refused(e);
        }
    }
}
