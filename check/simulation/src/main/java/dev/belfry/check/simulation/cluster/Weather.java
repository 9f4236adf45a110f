package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.StoreFault;
import dev.belfry.core.shard.NodeId;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.EnumSet;
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

    private static final Set<StoreOperation> READS =
            EnumSet.of(
                    StoreOperation.PAGE,
                    StoreOperation.AUDIT,
                    StoreOperation.EXPIRED,
                    StoreOperation.PAUSES,
                    StoreOperation.MEMBERS,
                    StoreOperation.SHARDS,
                    StoreOperation.OWN_SHARDS);

    private final SimulatedCluster cluster;
    private final double faultRate;
    private final Set<NodeId> cutOff = new HashSet<>();
    private final Set<Slowness> slow = EnumSet.noneOf(Slowness.class);
    private boolean down;
    private boolean calm;

    /** What is wrong with the store as a whole while it answers. */
    enum Slowness {
        EVERYTHING_SLOW,
        BEATS_SLOW,
        READS_FAIL
    }

    Weather(SimulatedCluster cluster, double faultRate) {
        this.cluster = cluster;
        this.faultRate = faultRate;
    }

    void down(boolean isDown) {
        down = isDown;
    }

    void slow(Slowness what) {
        slow.add(what);
    }

    void recovered(Slowness what) {
        slow.remove(what);
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
        slow.clear();
        cutOff.clear();
    }

    /** Whether a connection between two nodes breaks while a request is on it. */
    boolean breaksConnection() {
        return !calm && cluster.chance().of(faultRate);
    }

    Plan plan(NodeId node, StoreOperation operation) {
        var fault = fault(node, operation);
        var chance = cluster.chance();
        var there = way(operation);
        var back = way(operation);
        return switch (fault) {
            case SLOW -> new Plan(fault, chance.millis(200, 3_000), back, Duration.ZERO);
            case GHOST -> new Plan(fault, there, back, chance.millis(1, 8_000));
            case UNKNOWN_APPLIED, UNKNOWN_NOT_APPLIED, PARTLY_APPLIED ->
                    new Plan(fault, there, chance.millis(1, 3_000), Duration.ZERO);
            case NONE, UNAVAILABLE, REJECTED -> new Plan(fault, there, back, Duration.ZERO);
        };
    }

    private Duration way(StoreOperation operation) {
        if (slow.contains(Slowness.EVERYTHING_SLOW)) {
            return cluster.chance().millis(20, 900);
        }
        return slow.contains(Slowness.BEATS_SLOW) && operation == StoreOperation.BEAT
                ? cluster.chance().millis(100, 1_400)
                : cluster.chance().millis(0, 4);
    }

    private StoreFault fault(NodeId node, StoreOperation operation) {
        var chance = cluster.chance();
        if (calm) {
            return StoreFault.NONE;
        }
        if (slow.contains(Slowness.READS_FAIL) && READS.contains(operation)) {
            return StoreFault.UNAVAILABLE;
        }
        if (down || cutOff.contains(node)) {
            return chance.of(0.5) ? StoreFault.UNAVAILABLE : StoreFault.UNKNOWN_NOT_APPLIED;
        }
        if (operation == StoreOperation.CLAIM && cluster.isLockHeldByStalled(node)) {
            cluster.scribe().struck(Strike.LOCK_HELD_BY_STALLED);
            return StoreFault.SLOW;
        }
        return chance.of(faultRate) ? randomFault(operation) : StoreFault.NONE;
    }

    private StoreFault randomFault(StoreOperation operation) {
        return switch (cluster.chance().random().nextInt(7)) {
            case 0 -> struck(Strike.CALL_UNAVAILABLE, StoreFault.UNAVAILABLE);
            case 1 -> struck(Strike.CALL_UNKNOWN_NOT_APPLIED, StoreFault.UNKNOWN_NOT_APPLIED);
            case 2 -> struck(Strike.CALL_UNKNOWN_APPLIED, StoreFault.UNKNOWN_APPLIED);
            case 3 -> struck(Strike.CALL_GHOST, StoreFault.GHOST);
            case 4 -> struck(Strike.CALL_SLOW, StoreFault.SLOW);
            case 5 -> struck(Strike.CALL_REJECTED, StoreFault.REJECTED);
            default ->
                    operation == StoreOperation.COMMIT
                            ? struck(Strike.COMMIT_PARTLY_APPLIED, StoreFault.PARTLY_APPLIED)
                            : StoreFault.NONE;
        };
    }

    private StoreFault struck(Strike strike, StoreFault fault) {
        if (!cluster.has(strike)) {
            return StoreFault.NONE;
        }
        cluster.scribe().struck(strike);
        return fault;
    }
}
