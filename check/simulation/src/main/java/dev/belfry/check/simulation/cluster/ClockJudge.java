package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which attempts were started by a node whose clock was more than a second off and had been
 * for so long that the node knew, or had no proof of life any more.
 */
final class ClockJudge {
    /** What a node must notice: a second, and what a round trip to the store may hide. */
    private static final Duration OFF = Duration.ofMillis(1_100);

    /** Three beats, each just in time to prove life. */
    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(6);

    /** A beat that takes longer may hide how far the clocks are apart. */
    private static final Duration QUICK_BEAT = Duration.ofMillis(50);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final SimulatedCluster cluster;
    private final Map<NodeId, Long> offSince = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    ClockJudge(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** Goes on for as long as the cluster is there. */
    void watch() {
        cluster.clocks()
                .forEach(
                        (node, clock) -> {
                            if (cluster.isStoreClockRight() && isOff(clock.offset())) {
                                offSince.putIfAbsent(node, cluster.events().nowNanos());
                            } else {
                                offSince.remove(node);
                            }
                        });
        cluster.events().after(LOOK_EVERY, this::watch);
    }

    private static boolean isOff(Duration offset) {
        return offset.abs().compareTo(OFF) > 0;
    }

    /** A slow beat begins the count anew. */
    void beats(NodeId node, Duration took) {
        if (took.compareTo(QUICK_BEAT) > 0) {
            offSince.remove(node);
        }
    }

    void started(TimerKey key, SimulatedNode node) {
        var since = offSince.get(node.id());
        if (since != null
                && isOff(node.clock().offset())
                && cluster.events().nowNanos() - since > NOTICED_WITHIN.toNanos()) {
            wrong.add(key + " by " + node.id() + " while " + node.clock().offset() + " off");
        }
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }
}
