package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.SimulatedLoop;
import dev.belfry.core.shard.NodeId;
import java.time.Duration;
import java.util.Set;

/** Strikes the cluster at random moments, and mends what it broke. */
final class Nemesis {
    static final Duration LONGEST_STEP = Duration.ofSeconds(5);

    private final SimulatedCluster cluster;
    private final Trace trace;
    private final Mood mood;

    Nemesis(SimulatedCluster cluster, Trace trace, Mood mood) {
        this.cluster = cluster;
        this.trace = trace;
        this.mood = mood;
    }

    /** Goes on until it is this time; longer pauses make a kinder nemesis. */
    void act(long untilNanos, Duration longestPause) {
        cluster.events()
                .after(
                        cluster.chance().between(Duration.ZERO, longestPause),
                        () -> {
                            if (cluster.events().nowNanos() < untilNanos) {
                                strike();
                                act(untilNanos, longestPause);
                            }
                        });
    }

    private void strike() {
        var node = cluster.chance().pick(cluster.nodeIds());
        switch (mood) {
            case ANYTHING -> strikeAnyhow(node);
            case MOVING -> orderlyRestart(node);
            case SILENCING -> silence(node);
        }
    }

    private void silence(NodeId node) {
        switch (cluster.chance().random().nextInt(3)) {
            case 0 -> stall(node);
            case 1 -> stallLoop(node);
            default -> cutFromStore(node);
        }
    }

    private void strikeAnyhow(NodeId node) {
        switch (cluster.chance().random().nextInt(18)) {
            case 0, 1, 2 -> crash(node);
            case 3, 4 -> stall(node);
            case 5, 6 -> cutFromStore(node);
            case 7, 8 -> cutFromOthers(node);
            case 9 -> storeOutage();
            case 10, 11 -> stepClock(node);
            case 12, 13 -> orderlyRestart(node);
            case 14, 15 -> stallLoop(node);
            case 16 -> forgetGroup(node);
            default -> rollBack();
        }
    }

    private void struck(Strike strike, String what) {
        cluster.scribe().struck(strike);
        trace.note(cluster.scribe().now(), strike + " " + what);
    }

    private void later(Duration after, Runnable action) {
        cluster.events().after(after, action);
    }

    private void crash(NodeId id) {
        cluster.living(id)
                .ifPresent(
                        node -> {
                            struck(Strike.CRASH, id.value());
                            cluster.scribe().fault(FaultKind.CRASH, recovery(), Set.of());
                            node.kill();
                            later(cluster.chance().millis(10, 8_000), () -> startIfDead(id));
                        });
    }

    private void startIfDead(NodeId id) {
        if (cluster.living(id).isEmpty()) {
            trace.note(cluster.scribe().now(), "start " + id);
            cluster.start(id, cluster.groups());
        }
    }

    private void stall(NodeId id) {
        cluster.living(id)
                .filter(node -> !node.isStopped())
                .ifPresent(
                        node -> {
                            var lasts = cluster.chance().millis(100, 9_000);
                            struck(Strike.STALL, id + " for " + lasts);
                            stalled(id, lasts);
                            node.stop();
                            later(lasts, () -> continueIfStopped(node));
                        });
    }

    /** It stands still itself, and others may take its shards and what was handed over to it. */
    private void stalled(NodeId id, Duration lasts) {
        cluster.scribe().fault(FaultKind.STALL, lasts.plus(recovery()), Set.of(id));
        cluster.scribe().fault(FaultKind.FORCED_MOVE, lasts.plus(recovery()), Set.of());
    }

    /** One thread gets no core, or hangs. */
    private void stallLoop(NodeId id) {
        cluster.living(id)
                .filter(node -> !node.isStopped())
                .ifPresent(
                        node -> {
                            var thread = cluster.chance().pick(node.threads().toList());
                            var lasts = cluster.chance().millis(20, 6_000);
                            struck(Strike.LOOP_STALL, id + " for " + lasts);
                            stalled(id, lasts);
                            thread.stopAlone(cluster.chance().of(0.5));
                            later(lasts, () -> continueIfStopped(node, thread));
                        });
    }

    private static void continueIfStopped(SimulatedNode node, SimulatedLoop<?> thread) {
        if (thread.isStopped() && !node.isStopped() && !node.isDead()) {
            thread.cont();
        }
    }

    private static void continueIfStopped(SimulatedNode node) {
        if (node.isStopped() && !node.isDead()) {
            node.cont();
        }
    }

    private void cutFromStore(NodeId id) {
        var lasts = cluster.chance().millis(200, 8_000);
        struck(Strike.CUT_FROM_STORE, id + " for " + lasts);
        cluster.scribe().fault(FaultKind.STORE_OUTAGE, lasts.plus(recovery()), Set.of());
        cluster.weather().cutOff(id);
        later(lasts, () -> cluster.weather().reconnect(id));
    }

    private void cutFromOthers(NodeId id) {
        var lasts = cluster.chance().millis(200, 8_000);
        boolean oneWay = cluster.chance().of(0.3);
        struck(Strike.CUT_BETWEEN_NODES, id + " for " + lasts);
        cluster.scribe().fault(FaultKind.NETWORK, lasts, Set.of());
        for (var other : cluster.nodeIds()) {
            cluster.network().cut(id, other);
            if (!oneWay) {
                cluster.network().cut(other, id);
            }
        }
        later(lasts, () -> cluster.network().mend());
    }

    private void storeOutage() {
        var lasts = cluster.chance().millis(100, 5_000);
        struck(Strike.STORE_OUTAGE, "for " + lasts);
        cluster.scribe().fault(FaultKind.STORE_OUTAGE, lasts.plus(recovery()), Set.of());
        cluster.weather().down(true);
        later(lasts, () -> cluster.weather().down(false));
    }

    private void stepClock(NodeId id) {
        var by = cluster.chance().between(LONGEST_STEP.negated(), LONGEST_STEP);
        var lasts = cluster.chance().millis(500, 8_000);
        cluster.living(id)
                .ifPresent(
                        node -> {
                            struck(Strike.CLOCK_STEP, id + " by " + by + " for " + lasts);
                            cluster.scribe()
                                    .fault(FaultKind.CLOCK_STEP, lasts.plus(recovery()), Set.of());
                            node.clock().step(by);
                            later(lasts, () -> node.clock().set(Duration.ZERO));
                        });
    }

    /** The process goes on until the replies of its last attempts have been passed on. */
    private void orderlyRestart(NodeId id) {
        cluster.living(id)
                .filter(node -> !node.isStopped() && !cluster.isAnyLeaving())
                .ifPresent(
                        node -> {
                            struck(Strike.ORDERLY_RESTART, id.value());
                            cluster.scribe()
                                    .fault(
                                            FaultKind.ORDERLY_MOVE,
                                            Duration.ofSeconds(10),
                                            Set.of(id));
                            node.leave(() -> later(Duration.ofSeconds(4), node::kill));
                            later(Duration.ofSeconds(8), () -> endAndStart(id, node));
                        });
    }

    private void endAndStart(NodeId id, SimulatedNode node) {
        if (!node.isDead()) {
            cluster.scribe().fault(FaultKind.CRASH, recovery(), Set.of());
            node.kill();
        }
        startIfDead(id);
    }

    /** A rollout of a configuration: for a while the node does not know a group. */
    private void forgetGroup(NodeId id) {
        cluster.living(id)
                .ifPresent(
                        node -> {
                            struck(Strike.GROUP_FORGOTTEN, id.value());
                            cluster.scribe().fault(FaultKind.CRASH, recovery(), Set.of());
                            node.kill();
                            cluster.start(id, cluster.groups().subList(0, 1));
                            later(
                                    cluster.chance().millis(1_000, 6_000),
                                    () -> {
                                        cluster.living(id).ifPresent(SimulatedNode::kill);
                                        cluster.scribe()
                                                .fault(FaultKind.CRASH, recovery(), Set.of());
                                        cluster.start(id, cluster.groups());
                                    });
                        });
    }

    /** A failed-over database forgets the last claim of a shard. */
    private void rollBack() {
        var group = cluster.chance().pick(cluster.groups());
        var shard = cluster.chance().pick(group.shards());
        struck(Strike.EPOCH_ROLLED_BACK, shard.toString());
        cluster.scribe().fault(FaultKind.FORCED_MOVE, recovery(), Set.of());
        cluster.store().rollBack(shard);
    }

    private static Duration recovery() {
        return Duration.ofSeconds(6);
    }
}
