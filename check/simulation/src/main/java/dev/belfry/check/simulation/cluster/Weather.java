package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.StoreFault;
import dev.belfry.core.shard.NodeId;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** How the store is doing, call by call: its rates of faults, outages and cuts. */
final class Weather {
    /**
     * What happens to one call.
     *
     * @param there until it is executed
     * @param back from then until the answer
     */
    record Plan(StoreFault fault, Duration there, Duration back, Duration ghostAfter) {}

    private final SimulatedCluster cluster;
    private final double faultRate;
    private final Set<NodeId> cutOff = new HashSet<>();
    private boolean down;
    private boolean calm;

    Weather(SimulatedCluster cluster, double faultRate) {
        this.cluster = cluster;
        this.faultRate = faultRate;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    void cutOff(NodeId node) {
        cutOff.add(node);
    }

    void reconnect(NodeId node) {
        cutOff.remove(node);
    }

    /** From now on nothing goes wrong. */
    void calm() {
        calm = true;
        down = false;
        cutOff.clear();
    }

    /** Whether a connection between two nodes breaks while a request is on it. */
    boolean breaksConnection() {
        return !calm && cluster.chance().of(faultRate);
    }

    Plan plan(NodeId node, StoreOperation operation) {
        var fault = fault(node, operation);
        var chance = cluster.chance();
        var there = chance.millis(0, 4);
        var back = chance.millis(0, 4);
        return switch (fault) {
            case SLOW -> new Plan(fault, chance.millis(200, 3_000), back, Duration.ZERO);
            case GHOST -> new Plan(fault, there, back, chance.millis(1, 8_000));
            case UNKNOWN_APPLIED, UNKNOWN_NOT_APPLIED ->
                    new Plan(fault, there, chance.millis(1, 3_000), Duration.ZERO);
            case NONE, UNAVAILABLE, REJECTED -> new Plan(fault, there, back, Duration.ZERO);
        };
    }

    private StoreFault fault(NodeId node, StoreOperation operation) {
        var chance = cluster.chance();
        if (calm) {
            return StoreFault.NONE;
        }
        if (down || cutOff.contains(node)) {
            return chance.of(0.5) ? StoreFault.UNAVAILABLE : StoreFault.UNKNOWN_NOT_APPLIED;
        }
        if (operation == StoreOperation.CLAIM && cluster.isLockHeldByStalled(node)) {
            cluster.scribe().struck(Strike.LOCK_HELD_BY_STALLED);
            return StoreFault.SLOW;
        }
        return chance.of(faultRate) ? randomFault() : StoreFault.NONE;
    }

    private StoreFault randomFault() {
        return switch (cluster.chance().random().nextInt(5)) {
            case 0 -> struck(Strike.CALL_UNAVAILABLE, StoreFault.UNAVAILABLE);
            case 1 -> struck(Strike.CALL_UNKNOWN_NOT_APPLIED, StoreFault.UNKNOWN_NOT_APPLIED);
            case 2 -> struck(Strike.CALL_UNKNOWN_APPLIED, StoreFault.UNKNOWN_APPLIED);
            case 3 -> struck(Strike.CALL_GHOST, StoreFault.GHOST);
            default -> struck(Strike.CALL_SLOW, StoreFault.SLOW);
        };
    }

    private StoreFault struck(Strike strike, StoreFault fault) {
        cluster.scribe().struck(strike);
        return fault;
    }
}
