package dev.belfry.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Compares an engine on a large file with one on a small file, in rounds that take turns. The first
 * thing the JVM does is to start on the large file: that is a cold start.
 */
final class LargeMeasurement {
    static final String COMMAND = "large-measurement";
    static final String LARGE_FILE = "large.db";
    static final int WARM_UP_ROUNDS = 1;

    private static final String SMALL_FILE = "small.db";
    private static final int SMALL_TIMERS = 10_000;

    private final Path folder;
    private final LoadPlan plan;
    private final List<FiringRound> large = new ArrayList<>();
    private final List<FiringRound> small = new ArrayList<>();

    private LargeMeasurement(Path folder, LoadPlan plan) {
        this.folder = folder;
        this.plan = plan;
    }

    static LargeMeasurement of(Options options) {
        var folder = Path.of(options.text("folder", "."));
        var plan =
                new LoadPlan(
                        options.number("timers", 0),
                        options.number("rounds", 0),
                        options.number("due", 0));
        options.requireNoMore();
        return new LargeMeasurement(folder, plan);
    }

    void run() throws Exception {
        var file = new SqliteFile(folder.resolve(LARGE_FILE));
        long bytes = file.bytes();
        for (int round = 0; round < plan.rounds(); round++) {
            System.out.printf("Round %d of %d%n", round, plan.rounds() - WARM_UP_ROUNDS);
            if (round % 2 == 0) {
                large.add(FiringRound.measure(file, round, plan.due()));
                small.add(measureSmall());
            } else {
                small.add(measureSmall());
                large.add(FiringRound.measure(file, round, plan.due()));
            }
        }
        report(bytes);
    }

    /** A fresh file each time: those that wait stay few. */
    private FiringRound measureSmall() throws Exception {
        var file = new SqliteFile(folder.resolve(SMALL_FILE));
        new BulkLoader(file, new LoadPlan(SMALL_TIMERS + plan.due(), 1, plan.due()), false).load();
        var measured = FiringRound.measure(file, 0, plan.due());
        file.remove();
        return measured;
    }

    private void report(long bytes) throws IOException {
        System.out.printf(
                Locale.ROOT,
                "%nMedian (range) of %d rounds; %,d timers fired in each%n%n",
                plan.rounds() - WARM_UP_ROUNDS,
                plan.due());
        var table =
                new Table(
                        "figure",
                        "%,d timers".formatted(plan.timers()),
                        "%,d timers".formatted(SMALL_TIMERS),
                        "ratio");
        row(table, "opening, ms", FiringRound::openMillis, 0);
        row(table, "opening to first fire, ms", FiringRound::firstFireMillis, 0);
        row(table, "firing and settling, wall us each", FiringRound::fireWallMicros, 1);
        row(table, "firing and settling, CPU us each", FiringRound::fireCpuMicros, 1);
        row(table, "... waited for a processor, us each", FiringRound::fireWaitedMicros, 1);
        row(table, "creates/s, 64 clients", FiringRound::createsPerSecond, 0);
        row(table, "creates/s, 2,000 clients", FiringRound::batchedCreatesPerSecond, 0);
        row(table, "heap in use, MiB", FiringRound::heapMebibytes, 0);
        table.print();
        var cold = large.getFirst();
        System.out.printf(
                Locale.ROOT,
                "Cold start of the JVM on the large file: open after %.0f ms, first fire after %.0f ms.%n",
                cold.openMillis(),
                cold.firstFireMillis());
        System.out.printf(
                Locale.ROOT,
                "The engine may use %d MiB for timers, the JVM %.0f MiB of heap; the process has %.0f MiB.%n",
                RunningEngine.SETTINGS.memoryBytes() / Memory.MEBIBYTE,
                Memory.heapLimitMebibytes(),
                large.getLast().residentMebibytes());
        System.out.printf(
                Locale.ROOT, "The file has %d bytes per timer.%n%n", bytes / plan.timers());
        write(bytes);
    }

    private void row(Table table, String name, ToDoubleFunction<FiringRound> figure, int decimals) {
        var ofLarge = series(large, figure);
        var ofSmall = series(small, figure);
        table.row(
                name,
                ofLarge.text(decimals),
                ofSmall.text(decimals),
                ofLarge.over(ofSmall).text(2));
    }

    private static Series series(List<FiringRound> rounds, ToDoubleFunction<FiringRound> figure) {
        return new Series(rounds.stream().skip(WARM_UP_ROUNDS).map(figure::applyAsDouble).toList());
    }

    private void write(long bytes) throws IOException {
        var results = new Results();
        results.add("plan", plan);
        results.add("fileBytes", bytes);
        results.add("engineMemoryBytes", RunningEngine.SETTINGS.memoryBytes());
        results.add("large", large);
        results.add("small", small);
        results.write("large");
    }
}
