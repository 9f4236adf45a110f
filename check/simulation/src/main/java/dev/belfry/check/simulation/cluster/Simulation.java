package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.CheckReport;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.simulation.NoisyLife;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One run of a cluster from one seed: some time of trouble, then peace, then the verdict. */
public final class Simulation {
    /**
     * How much happens in a run; a failing run is made smaller by lowering these.
     *
     * @param trouble how long clients and nemesis act
     * @param strikeEvery the longest pause between two strikes
     * @param faultRate of single store calls
     * @param mood what the nemesis likes to do
     */
    public record Shape(
            int nodes,
            Duration trouble,
            Duration clientPause,
            Duration strikeEvery,
            double faultRate,
            Mood mood) {
        static Shape of(SplittableRandom random) {
            var moods = Mood.values();
            var mood = moods[random.nextInt(moods.length)];
            return new Shape(
                    1 + random.nextInt(4),
                    Duration.ofSeconds(8 + random.nextInt(22)),
                    Duration.ofMillis(60 + random.nextInt(140)),
                    Duration.ofMillis(1_000 + random.nextInt(12_000)),
                    random.nextInt(3) == 0 || mood == Mood.MOVING ? 0 : random.nextDouble() * 0.03,
                    mood);
        }

        Shape nodes(int other) {
            return new Shape(other, trouble, clientPause, strikeEvery, faultRate, mood);
        }

        Shape trouble(Duration other) {
            return new Shape(nodes, other, clientPause, strikeEvery, faultRate, mood);
        }

        Shape clientPause(Duration other) {
            return new Shape(nodes, trouble, other, strikeEvery, faultRate, mood);
        }

        Shape strikeEvery(Duration other) {
            return new Shape(nodes, trouble, clientPause, other, faultRate, mood);
        }

        Shape faultRate(double other) {
            return new Shape(nodes, trouble, clientPause, strikeEvery, other, mood);
        }

        /** Whether anything can still happen in it. */
        boolean isWorthwhile() {
            return trouble.compareTo(Duration.ofMillis(500)) > 0
                    && strikeEvery.compareTo(trouble.multipliedBy(100)) < 0
                    && clientPause.compareTo(trouble) < 0;
        }
    }

    /**
     * What a run came to.
     *
     * @param early attempts before their time by the sending node's own clock
     * @param healed rows that nobody worked on until the auditor found them
     * @param starved timers that others made late, on a node with noisy neighbours
     * @param misrouted what nodes did to requests that they must not do
     */
    public record Result(
            long seed,
            long events,
            Map<Strike, Integer> strikes,
            CheckReport report,
            List<String> early,
            List<String> healed,
            List<String> starved,
            List<String> misrouted,
            List<String> trace) {
        public boolean isClean() {
            return report.isClean()
                    && early.isEmpty()
                    && starved.isEmpty()
                    && misrouted.isEmpty()
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
        var cluster =
                new SimulatedCluster(chance, groups(), shape.nodes(), shape.faultRate(), trace);
        long until = shape.trouble().toNanos();
        new SimulatedClients(cluster).act(until, shape.clientPause());
        new Nemesis(cluster, trace, shape.mood()).act(until, shape.strikeEvery());
        cluster.events().run(shape.trouble());
        trace.note(cluster.scribe().now(), "peace");
        cluster.heal();
        cluster.events().run(PEACE);
        var report = new Checker(bounds(cluster.scribe().strikes())).check(cluster.quiesce());
        return new Result(
                seed,
                cluster.events().count(),
                cluster.scribe().strikes(),
                report,
                cluster.receivers().early(),
                cluster.healed(),
                NoisyLife.starved(seed),
                cluster.ledger().violations(),
                trace.lines());
    }

    /** History is in true time; what a node decides is by its own clock, which may be off. */
    private static CheckBounds bounds(Map<Strike, Integer> strikes) {
        var off = strikes.containsKey(Strike.CLOCK_STEP) ? Nemesis.LONGEST_STEP : Duration.ZERO;
        return CheckBounds.ofSimulation()
                .clockError(off.plus(SimulatedCluster.LARGEST_OFFSET.multipliedBy(2)));
    }

    private static List<Group> groups() {
        return List.of(
                new Group(new GroupId("alpha"), 4, Duration.ZERO, Duration.ofHours(1)),
                new Group(new GroupId("beta"), 6, Duration.ofMinutes(30), Duration.ofHours(1)));
    }
}
