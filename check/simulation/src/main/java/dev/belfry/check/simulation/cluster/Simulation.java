package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.CheckReport;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.simulation.NoisyLife;
import dev.belfry.check.simulation.ScheduledLife;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One run of a cluster from one seed: some time of trouble, then peace, then the verdict. */
public final class Simulation {
    /**
     * What a run came to.
     *
     * @param early attempts before their time by the sending node's own clock
     * @param healed rows that nobody worked on until the auditor found them
     * @param brokenRuns what was wrong with runs of schedules
     * @param starved timers that others made late, on a node with noisy neighbours
     * @param misrouted what nodes did to requests that they must not do
     * @param unrest what nodes did not come back to by themselves when the trouble was over
     */
    public record Result(
            long seed,
            long events,
            Map<Strike, Integer> strikes,
            CheckReport report,
            List<String> early,
            List<String> healed,
            List<String> brokenRuns,
            List<String> starved,
            List<String> misrouted,
            List<String> unrest,
            List<String> trace) {
        public boolean isClean() {
            return report.isClean()
                    && early.isEmpty()
                    && brokenRuns.isEmpty()
                    && starved.isEmpty()
                    && misrouted.isEmpty()
                    && unrest.isEmpty()
                    && report.counts().excused() == 0
                    && healedForAReason();
        }

        /** The auditor may find work only where a store broke its contract. */
        private boolean healedForAReason() {
            return healed.isEmpty()
                    || strikes.containsKey(Strike.STALE_PAGE)
                    || strikes.containsKey(Strike.EPOCH_ROLLED_BACK);
        }
    }

    /** Long enough for every takeover, retry and reschedule to be over. */
    private static final Duration PEACE = Duration.ofSeconds(45);

    private Simulation() {}

    public static Shape shapeOf(long seed) {
        return Shape.of(new SplittableRandom(seed));
    }

    public static Result run(long seed, boolean traced) {
        return run(seed, shapeOf(seed), traced);
    }

    public static Result run(long seed, Shape shape, boolean traced) {
        var chance = new Chance(new SplittableRandom(seed).split());
        var trace = new Trace(traced);
        var cluster = new SimulatedCluster(chance, shape, trace);
        long until = shape.trouble().toNanos();
        var clients = new SimulatedClients(cluster);
        clients.act(until, shape.clientPause());
        new Nemesis(cluster, trace, shape.mood()).act(until, shape.strikeEvery());
        cluster.events().run(shape.trouble());
        trace.note(cluster.scribe().now(), "peace");
        cluster.heal();
        cluster.events().run(PEACE);
        var unrest = new Rest(cluster, clients).judge();
        var report = new Checker(bounds(cluster.scribe().strikes())).check(cluster.quiesce());
        return new Result(
                seed,
                cluster.events().count(),
                cluster.scribe().strikes(),
                report,
                cluster.receivers().early(),
                cluster.healed(),
                ScheduledLife.broken(seed),
                NoisyLife.starved(seed),
                cluster.ledger().violations(),
                unrest,
                trace.lines());
    }

    /** History is in true time; what a node decides is by its own clock, which may be off. */
    private static CheckBounds bounds(Map<Strike, Integer> strikes) {
        var off = strikes.containsKey(Strike.CLOCK_STEP) ? Nemesis.LONGEST_STEP : Duration.ZERO;
        return CheckBounds.ofSimulation()
                .clockError(off.plus(SimulatedCluster.LARGEST_OFFSET.multipliedBy(2)));
    }
}
