package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.NodeId;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The wires between nodes: messages take a moment, and are lost where a wire is cut. */
final class Network {
    private record Wire(NodeId from, NodeId to) {}

    private final Cluster cluster;
    private final Set<Wire> cut = new HashSet<>();

    Network(Cluster cluster) {
        this.cluster = cluster;
    }

    /** One way only; call twice for both. */
    void cut(NodeId from, NodeId to) {
        cut.add(new Wire(from, to));
    }

    void mend() {
        cut.clear();
    }

    /** Delivers to the life that is there when it arrives; a message to a dead one is lost. */
    void send(NodeId from, NodeId to, Consumer<SimulatedNode> message) {
        if (cut.contains(new Wire(from, to))) {
            return;
        }
        cluster.events()
                .after(cluster.chance().millis(0, 2), () -> cluster.living(to).ifPresent(message));
    }

    /** Whether a connection is refused at once, so that the sender knows nothing arrived. */
    boolean refuses(NodeId from, NodeId to) {
        return !cut.contains(new Wire(from, to)) && cluster.living(to).isEmpty();
    }
}
