package dev.belfry.check.chaos;

import static dev.belfry.check.faults.Direction.FROM_SERVER;

import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.processes.Chronicle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Makes one trouble after the other, as the seed says, each kind before any comes again. Confined
 * to one thread.
 */
final class Nemesis {
    /** What was sent before a fault may arrive so much later. */
    static final Duration TRANSIT = Duration.ofSeconds(3);

    private static final Duration SHORTEST_CALM = Duration.ofSeconds(2);
    private static final Duration LONGEST_CALM = Duration.ofSeconds(6);
    private static final Duration SHORTEST_FAULT = Duration.ofSeconds(1);
    private static final Duration LONGEST_FAULT = Duration.ofSeconds(8);

    /** Longer than a beat proves life, an owner may be silent, and a request may take. */
    private static final Duration SHORTEST_STALL = Duration.ofSeconds(11);

    private static final Duration LONGEST_STALL = Duration.ofSeconds(14);
    private static final int MOST_DELAY_MILLIS = 400;
    private static final int LONGEST_STEP_SECONDS = 30;

    private final ChaosCluster cluster;
    private final Chronicle chronicle;
    private final Random random;
    private final Set<Trouble> possible;
    private final Deque<Trouble> bag = new ArrayDeque<>();
    private final List<Strike> strikes = new ArrayList<>();

    Nemesis(ChaosCluster cluster, Chronicle chronicle, Random random, Set<Trouble> possible) {
        this.cluster = cluster;
        this.chronicle = chronicle;
        this.random = random;
        this.possible = EnumSet.copyOf(possible);
    }

    List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    void rageUntil(Instant end) throws Exception {
        while (Instant.now().isBefore(end)) {
            Thread.sleep(between(SHORTEST_CALM, LONGEST_CALM));
            strike(next());
        }
    }

    private Trouble next() {
        if (bag.isEmpty()) {
            var all = new ArrayList<>(possible);
            Collections.shuffle(all, random);
            bag.addAll(all);
        }
        return bag.pop();
    }

    private Duration between(Duration shortest, Duration longest) {
        return Duration.ofMillis(random.nextLong(shortest.toMillis(), longest.toMillis()));
    }

    /** Makes it, waits until all is well again, and takes it down. */
    Strike strike(Trouble trouble) throws Exception {
        var names = cluster.nodes().names();
        return strike(trouble, names.get(random.nextInt(names.size())));
    }

    Strike strike(Trouble trouble, String node) throws Exception {
        var orphans =
                trouble == Trouble.KILL || trouble == Trouble.KILL_AND_STAY_AWAY
                        ? cluster.shardsOf(node)
                        : List.<Integer>of();
        var from = Instant.now();
        System.out.printf("%s %s %s%n", from, trouble.label(), node);
        try {
            make(trouble, node);
            cluster.settle();
        } finally {
            var until = Instant.now();
            chronicle.struck(trouble.kind(), from, until.plus(TRANSIT));
            strikes.add(new Strike(trouble, node, from, until, orphans));
        }
        return strikes.getLast();
    }

    private void make(Trouble trouble, String node) throws Exception {
        var length = between(SHORTEST_FAULT, LONGEST_FAULT);
        var delay = Duration.ofMillis(random.nextInt(20, MOST_DELAY_MILLIS));
        switch (trouble) {
            case KILL -> {
                cluster.nodes().kill(node);
                cluster.start(node);
            }
            case KILL_AND_STAY_AWAY -> {
                cluster.nodes().kill(node);
                cluster.settle(cluster.nodes().alive().size());
                cluster.start(node);
            }
            case STALL -> {
                cluster.nodes().process(node).stall();
                Thread.sleep(between(SHORTEST_STALL, LONGEST_STALL));
                cluster.nodes().process(node).goOn();
            }
            case NODES_CUT -> during(length, cluster.ways().all(), Nemesis::cut);
            case PAIR_CUT -> during(length, pairOf(node), Nemesis::cut);
            case NODE_UNHEARD -> during(length, cluster.ways().to(node), Nemesis::cut);
            case NODE_ONE_WAY ->
                    during(length, cluster.ways().to(node), it -> it.hang(FROM_SERVER));
            case NODES_SLOW -> during(length, cluster.ways().all(), it -> it.delay(delay));
            case DATABASE_CUT -> during(length, List.of(cluster.toDatabase(node)), Nemesis::cut);
            case DATABASE_ONE_WAY ->
                    during(length, List.of(cluster.toDatabase(node)), it -> it.hang(FROM_SERVER));
            case DATABASE_SLOW ->
                    during(length, List.of(cluster.toDatabase(node)), it -> it.delay(delay));
            case DATABASE_RESTART -> {
                cluster.database().stop();
                Thread.sleep(between(Duration.ZERO, LONGEST_FAULT.dividedBy(2)));
                cluster.database().start();
            }
            case CLOCK_STEP -> step(cluster.clock(node), length);
            case ROLLING_RESTART -> {
                for (var each : cluster.nodes().names()) {
                    cluster.nodes().stop(each);
                    cluster.start(each);
                    cluster.settle();
                }
            }
        }
    }

    /** The ways between a node and the next. */
    private List<FaultProxy> pairOf(String node) {
        var names = cluster.nodes().names();
        var next = names.get((names.indexOf(node) + 1) % names.size());
        return cluster.ways().between(node, next);
    }

    private interface Act {
        void on(FaultProxy proxy);
    }

    private static void during(Duration length, List<FaultProxy> ways, Act fault)
            throws InterruptedException {
        ways.forEach(fault::on);
        Thread.sleep(length);
        ways.forEach(FaultProxy::pass);
    }

    static void cut(FaultProxy way) {
        way.refuse();
        way.cut();
    }

    private void step(StepClock clock, Duration length) throws InterruptedException {
        int seconds = random.nextInt(2, LONGEST_STEP_SECONDS);
        clock.set(Duration.ofSeconds(random.nextBoolean() ? seconds : -seconds));
        Thread.sleep(length);
        clock.set(Duration.ZERO);
    }
}
