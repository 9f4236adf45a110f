package dev.belfry.check.simulation.cluster;

import java.io.PrintStream;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs many seeds: {@code SimulationMain COUNT [FIRST]}; or one with its trace, made smaller if it
 * fails: {@code --seed N}, or as it is: {@code --seed N whole}.
 */
public final class SimulationMain {
    private static final int CLEAN = 0;
    private static final int VIOLATED = 1;

    /** So many seeds meet every kind of fault, or something is wrong with the faults. */
    private static final int ENOUGH_FOR_EVERY_FAULT = 200;

    private static final int FAILURES_SHOWN = 3;

    private SimulationMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments[0].equals("--seed")) {
            long seed = Long.parseLong(arguments[1]);
            boolean whole = arguments.length > 2 && arguments[2].equals("whole");
            var shape = whole ? Simulation.shapeOf(seed) : Shrinking.smallest(seed);
            System.exit(replay(seed, shape, System.out));
        }
        int seeds = Integer.parseInt(arguments[0]);
        long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        System.exit(runAll(seeds, first, System.out));
    }

    private static int replay(long seed, Shape shape, PrintStream out) {
        var result = Simulation.run(seed, shape, true);
        out.println("seed " + seed + " as " + shape);
        result.trace().forEach(out::println);
        out.println(result.report());
        result.report().excused().forEach(excused -> out.println("excused: " + excused));
        result.early().forEach(early -> out.println("early by its own clock: " + early));
        result.offClock().forEach(off -> out.println("by a clock that is off: " + off));
        result.brokenRuns().forEach(broken -> out.println("broken run: " + broken));
        result.starved().forEach(starved -> out.println("starved: " + starved));
        result.healed().forEach(healed -> out.println("found by the auditor: " + healed));
        result.unrest().forEach(what -> out.println("no rest: " + what));
        result.misrouted().forEach(what -> out.println("misrouted: " + what));
        return result.isClean() ? CLEAN : VIOLATED;
    }

    static int runAll(int seeds, long first, PrintStream out) throws InterruptedException {
        var totals = new SimulationTotals();
        var next = new AtomicLong(first);
        int cores = Runtime.getRuntime().availableProcessors();
        try (var threads = Executors.newFixedThreadPool(cores)) {
            for (int i = 0; i < seeds; i++) {
                threads.execute(() -> runOne(next.getAndIncrement(), totals));
            }
            threads.shutdown();
            while (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                out.println(totals.runs() + " of " + seeds + " seeds");
            }
        }
        return judge(totals, seeds, out);
    }

    /** A loop that throws is as bad as a broken promise. */
    private static void runOne(long seed, SimulationTotals totals) {
        try {
            totals.add(Simulation.run(seed, false));
        } catch (RuntimeException thrown) {
            totals.add(seed, thrown);
        }
    }

    private static int judge(SimulationTotals totals, int seeds, PrintStream out) {
        out.println(totals);
        totals.thrown().forEach((seed, thrown) -> out.println("seed " + seed + " threw " + thrown));
        totals.failed().keySet().stream()
                .limit(FAILURES_SHOWN)
                .forEach(seed -> replay(seed, Shrinking.smallest(seed), out));
        if (seeds >= ENOUGH_FOR_EVERY_FAULT && !totals.missed().isEmpty()) {
            out.println("faults that never hit: " + totals.missed());
            return VIOLATED;
        }
        return totals.failed().isEmpty() && totals.thrown().isEmpty() ? CLEAN : VIOLATED;
    }
}
