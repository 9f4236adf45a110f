package dev.belfry.node.member;

import dev.belfry.core.store.NodeRow;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;

/**
 * What the network tells of the processes of other nodes: where one has ended, its machine refuses
 * connections at once. A machine or a network that is lost refuses nothing.
 */
public interface Lifelines {
    /** Nothing is known of others. */
    Lifelines NONE =
            new Lifelines() {
                @Override
                public void keep(Collection<NodeRow> others, ObjLongConsumer<NodeRow> refused) {}

                @Override
                public void ask(NodeRow other, LongConsumer refused) {}
            };

    /**
     * Keeps a connection to each of these nodes, and to no others.
     *
     * @param refused is told of a node that refuses new connections, and since when by the
     *     monotonic clock; again and again as long as it does
     */
    void keep(Collection<NodeRow> others, ObjLongConsumer<NodeRow> refused);

    /** Looks once whether connections to a node are refused. */
    void ask(NodeRow other, LongConsumer refused);

    /** Ends all connections. */
    default void end() {
        keep(List.of(), (_, _) -> {});
    }
}
