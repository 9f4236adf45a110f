package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.NodeId;
import java.time.Duration;

/** Strikes the cluster at random moments. */
final class Nemesis {
    private final SimulatedCluster cluster;
    private final Mood mood;
    private final NodeTrouble nodes;
    private final StoreTrouble store;

    Nemesis(SimulatedCluster cluster, Mood mood) {
        this.cluster = cluster;
        this.mood = mood;
        this.nodes = new NodeTrouble(cluster);
        this.store = new StoreTrouble(cluster);
    }

    /** Goes on until it is this time; longer pauses make a kinder nemesis. */
    void act(long untilNanos, Duration longestPause) {
        cluster.events()
                .after(
                        cluster.chance().between(Duration.ZERO, longestPause),
                        () -> {
                            if (cluster.events().nowNanos() < untilNanos) {
                                strike(cluster.chance().pick(cluster.nodeIds()));
                                act(untilNanos, longestPause);
                            }
                        });
    }

    private void strike(NodeId node) {
        var strike =
                switch (mood) {
                    case ANYTHING -> anything();
                    case MOVING -> Strike.ORDERLY_RESTART;
                    case SILENCING -> oneOf(Strike.STALL, Strike.LOOP_STALL, Strike.CUT_FROM_STORE);
                    case DRAGGING ->
                            oneOf(
                                    Strike.BROWN_OUT,
                                    Strike.READS_FAIL,
                                    Strike.BEATS_SLOW,
                                    Strike.MESSAGE_LATE,
                                    Strike.TWO_LIVES,
                                    Strike.NAME_TAKEN);
                    case MISLEADING -> oneOf(Strike.STORE_CLOCK_WRONG, Strike.STORE_CLOCK_FICKLE);
                };
        if (cluster.has(strike)) {
            strike(strike, node);
        }
    }

    private Strike oneOf(Strike... some) {
        return some[cluster.chance().random().nextInt(some.length)];
    }

    private Strike anything() {
        return oneOf(
                Strike.CRASH,
                Strike.CRASH,
                Strike.CRASH,
                Strike.STALL,
                Strike.STALL,
                Strike.LOOP_STALL,
                Strike.LOOP_STALL,
                Strike.ORDERLY_RESTART,
                Strike.ORDERLY_RESTART,
                Strike.GROUP_FORGOTTEN,
                Strike.TWO_LIVES,
                Strike.NAME_TAKEN,
                Strike.REFUSED_FALSELY,
                Strike.REFUSED_FALSELY,
                Strike.SESSIONS_CUT,
                Strike.SESSIONS_CUT,
                Strike.CLOCK_STEP,
                Strike.CLOCK_STEP,
                Strike.CLOCK_DRIFT,
                Strike.STORE_CLOCK_WRONG,
                Strike.STORE_CLOCK_FICKLE,
                Strike.CUT_FROM_STORE,
                Strike.CUT_FROM_STORE,
                Strike.CUT_BETWEEN_NODES,
                Strike.CUT_BETWEEN_NODES,
                Strike.MESSAGE_LATE,
                Strike.STORE_OUTAGE,
                Strike.BROWN_OUT,
                Strike.READS_FAIL,
                Strike.BEATS_SLOW,
                Strike.EPOCH_ROLLED_BACK,
                Strike.LAST_SECOND_LOST);
    }

    private void strike(Strike strike, NodeId node) {
        switch (strike) {
            case CRASH -> nodes.crash(node);
            case STALL -> nodes.stall(node);
            case LOOP_STALL -> nodes.stallLoop(node);
            case ORDERLY_RESTART -> nodes.orderlyRestart(node);
            case GROUP_FORGOTTEN -> nodes.forgetGroup(node);
            case TWO_LIVES -> nodes.twoLives(node);
            case NAME_TAKEN -> nodes.takeName(node);
            case REFUSED_FALSELY -> nodes.refuse(node);
            case SESSIONS_CUT -> nodes.cutSessions(node);
            case CLOCK_STEP -> nodes.stepClock(node);
            case CLOCK_DRIFT -> nodes.driftClock(node);
            case CUT_BETWEEN_NODES -> nodes.cutFromOthers(node);
            case MESSAGE_LATE -> nodes.slowWires();
            case STORE_CLOCK_WRONG -> store.wrongClock();
            case STORE_CLOCK_FICKLE -> store.fickleClock();
            case CUT_FROM_STORE -> store.cutOff(node);
            case STORE_OUTAGE -> store.outage();
            case BROWN_OUT -> store.brownOut();
            case READS_FAIL -> store.failReads();
            case BEATS_SLOW -> store.slowBeats();
            case EPOCH_ROLLED_BACK -> store.rollBack();
            case LAST_SECOND_LOST -> store.loseLastSecond();
            default -> throw new IllegalStateException(strike + " is not done by a nemesis");
        }
    }
}
