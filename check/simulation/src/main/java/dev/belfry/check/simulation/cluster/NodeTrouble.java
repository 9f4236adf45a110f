package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.SimulatedLoop;
import dev.belfry.core.shard.NodeId;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What strikes the processes of a cluster, their clocks and the wires between them; each ends. */
final class NodeTrouble {
    static final Duration LONGEST_STEP = Duration.ofSeconds(5);
    static final Duration RECOVERY = Duration.ofSeconds(6);

    private static final double FASTEST_DRIFT = 0.05;

    /** What the network said is not believed any more after this. */
    private static final Duration STALE_SIGN = Duration.ofSeconds(2);

    private final SimulatedCluster cluster;
    private boolean misled;

    NodeTrouble(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    private void later(Duration after, Runnable action) {
        cluster.events().after(after, action);
    }

    private void fault(FaultKind kind, Duration lasts) {
        cluster.scribe().fault(kind, lasts.plus(RECOVERY), Set.of());
    }

    private void running(NodeId id, Consumer<SimulatedNode> strike) {
        cluster.living(id).filter(node -> !node.isStopped()).ifPresent(strike);
    }

    // ---- ends and beginnings

    void crash(NodeId id) {
        cluster.living(id)
                .ifPresent(
                        node -> {
                            cluster.struck(Strike.CRASH, id.value());
                            fault(FaultKind.CRASH, Duration.ZERO);
                            node.kill();
                            later(
                                    cluster.chance().millis(10, 8_000),
                                    () -> cluster.startIfDead(id));
                        });
    }

    /** The process goes on until the replies of its last attempts have been passed on. */
    void orderlyRestart(NodeId id) {
        running(
                id,
                node -> {
                    if (!cluster.isAnyLeaving()) {
                        cluster.struck(Strike.ORDERLY_RESTART, id.value());
                        cluster.scribe()
                                .fault(FaultKind.ORDERLY_MOVE, Duration.ofSeconds(10), Set.of(id));
                        node.leave(() -> later(Duration.ofSeconds(4), node::kill));
                        later(Duration.ofSeconds(8), () -> endAndStart(id, node));
                    }
                });
    }

    private void endAndStart(NodeId id, SimulatedNode node) {
        if (!node.isDead()) {
            fault(FaultKind.CRASH, Duration.ZERO);
            node.kill();
        }
        cluster.startIfDead(id);
    }

    /**
     * A group goes and comes back, and this node alone hears of it: as it lives, or as it starts.
     */
    void forgetGroup(NodeId id) {
        cluster.living(id)
                .ifPresent(
                        node -> {
                            cluster.struck(Strike.GROUP_FORGOTTEN, id.value());
                            var some = cluster.groups().subList(0, 1);
                            var forgetful = node;
                            if (cluster.chance().random().nextBoolean()) {
                                fault(FaultKind.CRASH, Duration.ZERO);
                                node.kill();
                                forgetful = cluster.start(id, some);
                            } else {
                                fault(FaultKind.FORCED_MOVE, Duration.ZERO);
                                node.serve(some);
                            }
                            var remembering = forgetful;
                            later(
                                    cluster.chance().millis(100, 6_000),
                                    () -> remembering.serve(cluster.groups()));
                        });
    }

    /** One that stands still is taken for dead and started anew, and then goes on. */
    void twoLives(NodeId id) {
        running(
                id,
                node -> {
                    var lasts = cluster.chance().millis(500, 9_000);
                    cluster.struck(Strike.TWO_LIVES, id + " for " + lasts);
                    stalled(id, lasts);
                    node.stop();
                    later(
                            cluster.chance().millis(0, 3_000),
                            () -> cluster.start(id, cluster.groups()));
                    later(lasts, () -> continueIfStopped(node));
                });
    }

    /** A second process gets the name of one that is alive, and must end by itself. */
    void takeName(NodeId id) {
        running(
                id,
                _ -> {
                    cluster.struck(Strike.NAME_TAKEN, id.value());
                    fault(FaultKind.FORCED_MOVE, Duration.ZERO);
                    cluster.start(id, cluster.groups());
                });
    }

    // ---- standing still

    void stall(NodeId id) {
        running(
                id,
                node -> {
                    var lasts = cluster.chance().millis(100, 9_000);
                    cluster.struck(Strike.STALL, id + " for " + lasts);
                    stalled(id, lasts);
                    node.stop();
                    later(lasts, () -> continueIfStopped(node));
                });
    }

    /** It stands still itself, and others may take its shards and what was handed over to it. */
    private void stalled(NodeId id, Duration lasts) {
        cluster.scribe().fault(FaultKind.STALL, lasts.plus(RECOVERY), Set.of(id));
        fault(FaultKind.FORCED_MOVE, lasts);
    }

    /** One thread gets no core, or hangs. */
    void stallLoop(NodeId id) {
        running(
                id,
                node -> {
                    var thread = cluster.chance().pick(node.threads().toList());
                    var lasts = cluster.chance().millis(20, 6_000);
                    cluster.struck(Strike.LOOP_STALL, id + " for " + lasts);
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

    // ---- clocks

    void stepClock(NodeId id) {
        var by = cluster.chance().between(LONGEST_STEP.negated(), LONGEST_STEP);
        clockOff(id, Strike.CLOCK_STEP, "by " + by, node -> node.clock().step(by));
    }

    void driftClock(NodeId id) {
        double by = cluster.chance().random().nextDouble(-FASTEST_DRIFT, FASTEST_DRIFT);
        clockOff(id, Strike.CLOCK_DRIFT, "by " + by, node -> node.clock().drift(by));
    }

    private void clockOff(NodeId id, Strike strike, String how, Consumer<SimulatedNode> change) {
        var lasts = cluster.chance().millis(500, 14_000);
        cluster.living(id)
                .ifPresent(
                        node -> {
                            cluster.struck(strike, id + " " + how + " for " + lasts);
                            fault(FaultKind.CLOCK_STEP, lasts);
                            change.accept(node);
                            later(lasts, () -> node.clock().set(Duration.ZERO));
                        });
    }

    // ---- signs of an end that are wrong; never both of one process, which none could tell from an
    // end

    void refuse(NodeId id) {
        misleading(id, Strike.REFUSED_FALSELY, (node, on) -> cluster.network().refusing(node, on));
    }

    void cutSessions(NodeId id) {
        misleading(id, Strike.SESSIONS_CUT, cluster::sessionsCut);
    }

    private void misleading(NodeId id, Strike strike, BiConsumer<String, Boolean> sign) {
        if (misled) {
            return;
        }
        running(
                id,
                node -> {
                    var lasts = cluster.chance().millis(20, 4_000);
                    cluster.struck(strike, id + " for " + lasts);
                    misled = true;
                    sign.accept(node.address(), true);
                    later(lasts, () -> sign.accept(node.address(), false));
                    later(lasts.plus(STALE_SIGN), () -> misled = false);
                });
    }

    // ---- wires

    void cutFromOthers(NodeId id) {
        var lasts = cluster.chance().millis(200, 8_000);
        boolean oneWay = cluster.chance().of(0.3);
        cluster.struck(Strike.CUT_BETWEEN_NODES, id + " for " + lasts);
        cluster.scribe().fault(FaultKind.NETWORK, lasts, Set.of());
        for (var other : cluster.nodeIds()) {
            cluster.network().cut(id, other);
            if (!oneWay) {
                cluster.network().cut(other, id);
            }
        }
        later(lasts, () -> cluster.network().mend());
    }

    /** What is late may arrive after the trouble. */
    void slowWires() {
        var lasts = cluster.chance().millis(500, 8_000);
        cluster.struck(Strike.MESSAGE_LATE, "for " + lasts);
        fault(FaultKind.NETWORK, lasts);
        cluster.network().slow(true);
        later(lasts, () -> cluster.network().slow(false));
    }
}
