package dev.belfry.check.simulation.cluster;

import dev.belfry.core.store.NodeRow;
import dev.belfry.node.member.Lifelines;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;

/** The connections of one process to the others, which show when one of those ends. */
final class SimulatedLifelines implements Lifelines {
    private final SimulatedCluster cluster;
    private final SimulatedNode node;
    private List<NodeRow> kept = List.of();
    private ObjLongConsumer<NodeRow> refused = (_, _) -> {};

    SimulatedLifelines(SimulatedCluster cluster, SimulatedNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    @Override
    public void keep(Collection<NodeRow> others, ObjLongConsumer<NodeRow> whenRefused) {
        kept = List.copyOf(others);
        refused = whenRefused;
        kept.forEach(this::look);
    }

    /** Connections to this address have broken, or are refused for a while. */
    void broke(String address) {
        kept.stream().filter(row -> row.address().equals(address)).forEach(this::look);
    }

    private void look(NodeRow other) {
        ask(other, at -> refused.accept(other, at));
    }

    @Override
    public void ask(NodeRow other, LongConsumer whenRefused) {
        long at = node.clock().nanos();
        if (cluster.network().refuses(node.id(), other)) {
            cluster.events()
                    .after(
                            cluster.chance().millis(0, 5),
                            () -> node.tellMember(() -> whenRefused.accept(at)));
        }
    }
}
