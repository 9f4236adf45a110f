package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.CheckReport;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.history.check.Violation;
import dev.belfry.check.simulation.LimitedLife;
import dev.belfry.check.simulation.NoisyLife;
import dev.belfry.check.simulation.NotifiedLife;
import dev.belfry.check.simulation.RedrivenLife;
import dev.belfry.check.simulation.ScheduledLife;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** One run of a cluster from one seed: some time of trouble, then peace, then the verdict. */
public final class Simulation {
    /**
     * What a run came to.
     *
     * @param early attempts before their time by the sending node's own clock
     * @param offClock attempts of nodes whose clock was more than a second off
     * @param healed rows that nobody worked on until the auditor found them
     * @param brokenRuns what was wrong with runs of schedules
     * @param starved timers that others made late, on a node or in a cluster with noisy neighbours
     * @param unlimited groups that did not get what their limits allow, or got more
     * @param misrouted what nodes did to requests that they must not do
     * @param unrest what nodes did not come back to by themselves when the trouble was over
     */
    public record Result(
            long seed,
            long events,
            Map<Strike, Integer> strikes,
            CheckReport report,
            List<String> early,
            List<String> offClock,
            List<String> healed,
            List<String> brokenRuns,
            List<String> starved,
            List<String> unlimited,
            List<String> misrouted,
            List<String> unrest,
            List<String> trace) {
        public boolean isClean() {
            return report.isClean()
                    && early.isEmpty()
                    && offClock.isEmpty()
                    && brokenRuns.isEmpty()
                    && starved.isEmpty()
                    && unlimited.isEmpty()
                    && misrouted.isEmpty()
                    && unrest.isEmpty()
                    && excused() == 0
                    && healedForAReason();
        }

        /** What is wrong, in short. */
        String wrong() {
            return report.violations().stream().map(Violation::name).sorted().distinct().toList()
                    + counted("early", early)
                    + counted("off clock", offClock)
                    + counted("broken runs", brokenRuns)
                    + counted("starved", starved)
                    + counted("limits", unlimited)
                    + counted("misrouted", misrouted)
                    + counted("no rest", unrest)
                    + (healedForAReason() ? "" : counted("unattended", healed))
                    + (excused() == 0 ? "" : " excused " + excused());
        }

        private static String counted(String what, List<String> found) {
            return found.isEmpty() ? "" : " " + what + " " + found.size();
        }

        int excused() {
            return report.counts().excused();
        }

        /** The auditor may find work only where a store broke its contract. */
        private boolean healedForAReason() {
            return healed.isEmpty()
                    || strikes.containsKey(Strike.STALE_PAGE)
                    || strikes.containsKey(Strike.STALE_PAGE_OLD_ROWS)
                    || strikes.containsKey(Strike.LAST_SECOND_LOST)
                    || strikes.containsKey(Strike.EPOCH_ROLLED_BACK);
        }
    }

    /** Long enough for every takeover, retry and reschedule to be over. */
    private static final Duration PEACE = Duration.ofSeconds(45);

    /** A backlog of the time of trouble is gone by then, at the rate of its group. */
    private static final Duration WAITS_FOR_LIMIT = Duration.ofSeconds(30);

    /** What the promise allows: a clock that is further off than this starts nothing. */
    private static final Duration STARTS_NOTHING = Duration.ofMillis(1_300);

    /** One life in so many has a noisy cluster too, which costs as much as several others. */
    private static final int NOISY_ONE_IN = 4;

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
        new Nemesis(cluster, shape.mood()).act(until, shape.strikeEvery());
        cluster.events().run(shape.trouble());
        trace.note(cluster.scribe().now(), "peace");
        cluster.heal();
        cluster.events().run(PEACE);
        var unrest = new Rest(cluster, clients).judge();
        var bounds = bounds(cluster.scribe().strikes());
        var report = new Checker(patient(bounds, shape)).check(cluster.quiesce());
        return new Result(
                seed,
                cluster.events().count(),
                cluster.scribe().strikes(),
                report,
                cluster.receivers().early(),
                cluster.clockJudge().wrong(),
                cluster.healed(),
                Stream.of(
                                ScheduledLife.broken(seed),
                                RedrivenLife.broken(seed),
                                NotifiedLife.broken(seed))
                        .flatMap(List::stream)
                        .toList(),
                Stream.concat(NoisyLife.starved(seed).stream(), noisyCluster(seed).stream())
                        .toList(),
                Stream.concat(
                                cluster.limitJudge().exceeded().stream(),
                                LimitedLife.wrong(seed).stream())
                        .toList(),
                cluster.ledger().violations(),
                unrest,
                trace.lines());
    }

    private static List<String> noisyCluster(long seed) {
        return seed % NOISY_ONE_IN == 1 ? NoisyCluster.starved(seed) : List.of();
    }

    /** What waits for a limit of its group is not stuck. */
    private static CheckBounds patient(CheckBounds bounds, Shape shape) {
        return shape.hasLimits() ? bounds.patience(WAITS_FOR_LIMIT, bounds.recovery()) : bounds;
    }

    /**
     * History is in true time; what a node decides is by its own clock, which may be off. One that
     * is more than a second off starts nothing, but it goes on settling. Two clocks that are wrong
     * at once, the node's and the store's, may agree.
     */
    private static CheckBounds bounds(Map<Strike, Integer> strikes) {
        var usual = SimulatedCluster.LARGEST_OFFSET.multipliedBy(2);
        boolean off =
                strikes.containsKey(Strike.CLOCK_STEP) || strikes.containsKey(Strike.CLOCK_DRIFT);
        boolean alsoOfStore =
                strikes.containsKey(Strike.STORE_CLOCK_WRONG)
                        || strikes.containsKey(Strike.STORE_CLOCK_FICKLE);
        if (off && alsoOfStore) {
            return CheckBounds.ofSimulation().clockError(usual.plus(NodeTrouble.LONGEST_STEP));
        }
        return off
                ? CheckBounds.ofSimulation()
                        .clockErrors(
                                usual.plus(STARTS_NOTHING), usual.plus(NodeTrouble.LONGEST_STEP))
                : CheckBounds.ofSimulation().clockError(usual);
    }
}
