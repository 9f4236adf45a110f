package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.core.shard.NodeId;
import dev.belfry.node.route.Delivery;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The wires between nodes: requests and answers take a moment, and are lost where a wire is cut, a
 * connection breaks or a process dies.
 */
final class Network {
    /** What a node waits for a connection. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private final SimulatedCluster cluster;
    private final Set<Wire> cut = new HashSet<>();
    private final Map<NodeId, Set<Connection<?>>> open = new HashMap<>();

    private record Wire(NodeId from, NodeId to) {}

    /** Something to ask another node; it answers at most once. */
    interface Question<T> {
        void put(SimulatedNode to, Consumer<T> answer);
    }

    Network(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** One way only; call twice for both. */
    void cut(NodeId from, NodeId to) {
        cut.add(new Wire(from, to));
    }

    void mend() {
        cut.clear();
    }

    /**
     * Asks the life of a node that is there when the question arrives.
     *
     * @param left until the asking node gives up
     */
    <T> CompletableFuture<Delivery<T>> ask(
            SimulatedNode from, NodeId to, Duration left, Question<T> question) {
        var connection = new Connection<T>(from, to);
        if (left.toMillis() == 0) {
            connection.end(new Delivery.NotSent<>("there is no time left"));
        } else if (cut.contains(new Wire(from.id(), to))) {
            connection.stall(left);
        } else if (cluster.living(to).isEmpty()) {
            after(travel(), () -> connection.end(new Delivery.NotSent<>("refused")));
        } else {
            connection.carry(question, left);
        }
        return connection.delivery;
    }

    /** Whoever waits for an answer of this node learns that there will be none. */
    void died(NodeId node) {
        List.copyOf(open.getOrDefault(node, Set.of())).forEach(Connection::breakOff);
    }

    private Duration travel() {
        return cluster.chance().millis(0, 2);
    }

    private void after(Duration delay, Runnable action) {
        cluster.events().after(delay, action);
    }

    /** One question and what comes of it. */
    private final class Connection<T> {
        private final SimulatedNode from;
        private final NodeId to;
        private final CompletableFuture<Delivery<T>> delivery = new CompletableFuture<>();
        private boolean over;

        Connection(SimulatedNode from, NodeId to) {
            this.from = from;
            this.to = to;
        }

        /** A kept connection takes the bytes that never arrive, a new one does not come about. */
        void stall(Duration left) {
            if (cluster.chance().of(0.5)) {
                after(left, () -> end(new Delivery.Lost<>("timeout")));
            } else {
                var patience = left.compareTo(CONNECT_TIMEOUT) < 0 ? left : CONNECT_TIMEOUT;
                after(patience, () -> end(new Delivery.NotSent<>("no connection")));
            }
        }

        void carry(Question<T> question, Duration left) {
            open.computeIfAbsent(to, _ -> new LinkedHashSet<>()).add(this);
            after(left, () -> end(new Delivery.Lost<>("timeout")));
            boolean breaks = cluster.weather().breaksConnection();
            boolean arrives = !breaks || cluster.chance().of(0.7);
            if (breaks) {
                cluster.scribe().struck(Strike.CONNECTION_BROKEN);
                cluster.scribe().fault(FaultKind.NETWORK, left, Set.of());
                after(cluster.chance().millis(1, 30), this::breakOff);
            }
            if (arrives) {
                after(travel(), () -> arrive(question));
            }
        }

        private void arrive(Question<T> question) {
            cluster.living(to)
                    .ifPresentOrElse(
                            node -> question.put(node, this::answer),
                            () -> end(new Delivery.Lost<>("reset")));
        }

        /** It takes the same wires back, and may be lost on them. */
        private void answer(T answer) {
            if (!cut.contains(new Wire(to, from.id()))) {
                after(travel(), () -> end(new Delivery.Answered<>(answer)));
            }
        }

        void breakOff() {
            if (!cut.contains(new Wire(to, from.id()))) {
                end(new Delivery.Lost<>("reset"));
            }
        }

        void end(Delivery<T> result) {
            if (!over) {
                over = true;
                open.getOrDefault(to, new LinkedHashSet<>()).remove(this);
                from.front().post(() -> delivery.complete(result));
            }
        }
    }
}
