package dev.belfry.cli;

import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that means a single run of a timer with a schedule. */
final class RunOption {
    @Option(
            names = "--scheduled-for",
            paramLabel = "INSTANT",
            description = "The run of this instant that failed, instead of the timer itself.")
    private Optional<Instant> scheduledFor = Optional.empty();

    boolean isGiven() {
        return scheduledFor.isPresent();
    }

    /** What it adds to the path of a timer, or of something of it. */
    String query() {
        return scheduledFor.map(Instant::toString).map(RunOption::query).orElse("");
    }

    static String query(String instant) {
        return "?scheduledFor=" + ServerCalls.encode(instant);
    }
}
