package dev.belfry.cli;

import dev.belfry.cli.CapacityFigures.Database;
import dev.belfry.cli.CapacityFigures.Kind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * What a number of timers needs: everything is linear in what was measured, so that it says the
 * order of size and what gives way first, not more. Immutable.
 */
final class CapacityPlan {
    /** Beyond it one database has trouble to write its log: docs/scaling.md. */
    private static final double LOG_PER_SECOND = 100e6;

    /** Of a good database server, and how far it should be used. */
    private static final double SERVER_CORES = 16 * 0.6;

    /** Write units a second that a table gets without asking. */
    private static final double UNITS_PER_SECOND = 40_000;

    private static final double PAGE_BYTES = 8_192;
    private static final double DAY = 86_400;
    private static final double DAYS_A_MONTH = 30;
    private static final double MICROS = 1e6;

    /**
     * What is to be carried.
     *
     * @param timersPerDay that are made and fire
     * @param lead between a timer's making and its instant, on average
     * @param attempts of a timer, on average
     * @param retention for which reached ones are kept
     * @param peak the busiest second beside the average one
     */
    record Demand(
            double timersPerDay,
            double payloadBytes,
            Duration lead,
            double attempts,
            Duration retention,
            double peak) {}

    /** Something that ends, and how much of it is used: 1 is all. */
    record Bottleneck(String what, double used) {}

    private final Demand demand;
    private final Database database;
    private final CapacityFigures figures;

    CapacityPlan(Demand demand, Database database, CapacityFigures figures) {
        this.demand = demand;
        this.database = database;
        this.figures = figures;
    }

    double averageRate() {
        return demand.timersPerDay() / DAY;
    }

    double peakRate() {
        return averageRate() * demand.peak();
    }

    double pending() {
        return averageRate() * demand.lead().toSeconds();
    }

    double kept() {
        return averageRate() * demand.retention().toSeconds();
    }

    private double rowBytes() {
        return figures.of(database, "bytes") + demand.payloadBytes();
    }

    double diskBytes() {
        return (pending() + kept()) * rowBytes() * figures.replicas(database);
    }

    /** A retry writes the row once more, a kept timer stays as a row of its own. */
    private double writesPerTimer() {
        return 1 + (demand.attempts() - 1) / 2 + (demand.retention().isZero() ? 0 : 0.5);
    }

    double logBytesPerSecond() {
        return peakRate() * rowBytes() * figures.of(database, "log") * writesPerTimer();
    }

    double logBytesPerDay() {
        return logBytesPerSecond() / demand.peak() * DAY;
    }

    private double nodeMicros() {
        return figures.number("node.create")
                + demand.attempts() * (figures.number("node.fire") + figures.number("node.call"));
    }

    double nodeCores() {
        return peakRate() * nodeMicros() / MICROS;
    }

    /**
     * What the two cores of the measurement had for each timer, less what a node needs; never less
     * than what was measured of a database alone.
     */
    double databaseCores() {
        double both =
                2 * MICROS / figures.of(database, "creates")
                        + demand.attempts() * 2 * MICROS / figures.of(database, "fires");
        double micros =
                Math.max(
                        figures.number("database.leastPerAttempt") * demand.attempts(),
                        both - nodeMicros());
        return peakRate() * micros / MICROS * figures.replicas(database);
    }

    /** One more than carries the peak: one may be missing. */
    int nodes() {
        if (kind() == Kind.FILE) {
            return 1;
        }
        double perNode = figures.number("node.cores") * figures.number("node.load");
        return (int) Math.ceil(nodeCores() / perNode) + 1;
    }

    Kind kind() {
        return figures.kind(database);
    }

    /** Ten for each node, and as many as the database's limit for one asks for. */
    int shards() {
        double needed = nodes() <= 2 ? 16 : 10.0 * nodes();
        if (kind() == Kind.UNITS) {
            needed = Math.max(needed, 2 * peakRate() / figures.of(database, "perShard"));
        }
        for (int usual : new int[] {16, 256, 1_024, 4_096, 65_536}) {
            if (usual >= needed) {
                return usual;
            }
        }
        return 65_536;
    }

    int connections() {
        return kind() == Kind.FILE || kind() == Kind.UNITS
                ? 0
                : nodes() * (int) figures.number("node.connections");
    }

    /** Commits that wait for the disk, and pages that are written behind them. */
    double writesPerSecond() {
        double commits =
                figures.number("node.commitsPerCreate")
                        + demand.attempts() * figures.number("node.commitsPerFire");
        return peakRate() * commits + logBytesPerSecond() / PAGE_BYTES;
    }

    private double writeUnitsPerTimer() {
        double kilobytes = Math.ceil(rowBytes() / 1_024);
        return 2 * (figures.of(database, "writeUnits") + 2 * (kilobytes - 1))
                + (demand.attempts() - 1) * figures.of(database, "retryUnits")
                + (demand.retention().isZero() ? 0 : 2);
    }

    double writeUnitsPerSecond() {
        return peakRate() * writeUnitsPerTimer();
    }

    double monthlyReadUnits() {
        return demand.timersPerDay() * DAYS_A_MONTH;
    }

    double monthlyWriteUnits() {
        return demand.timersPerDay() * DAYS_A_MONTH * writeUnitsPerTimer();
    }

    /** What ends first as the rate grows. */
    Bottleneck first() {
        var all =
                switch (kind()) {
                    case FILE ->
                            List.of(
                                    new Bottleneck(
                                            "the cores of the one node",
                                            (nodeCores() + databaseCores())
                                                    / (figures.number("node.cores")
                                                            * figures.number("node.load"))),
                                    log());
                    case SERVER ->
                            List.of(
                                    log(),
                                    new Bottleneck(
                                            "the cores of the one database (16)",
                                            databaseCores() / SERVER_CORES));
                    case CLUSTER ->
                            List.of(
                                    new Bottleneck(
                                            "the cores of three database servers (16 each)",
                                            databaseCores() / (3 * SERVER_CORES)));
                    case UNITS ->
                            List.of(
                                    new Bottleneck(
                                            "write units of a table without asking for more",
                                            writeUnitsPerSecond() / UNITS_PER_SECOND));
                };
        return all.stream().max(Comparator.comparingDouble(Bottleneck::used)).orElseThrow();
    }

    private Bottleneck log() {
        return new Bottleneck(
                "the log of the one database (100 MB/s)", logBytesPerSecond() / LOG_PER_SECOND);
    }
}
