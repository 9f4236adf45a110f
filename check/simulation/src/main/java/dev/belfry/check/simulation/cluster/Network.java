package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.FaultKind;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
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
    private final Map<Wire, Long> lastArrival = new HashMap<>();
    private final Set<String> refusing = new HashSet<>();
    private boolean slow;
    private final Map<String, Set<Connection<?>>> open = new HashMap<>();

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

    /** Whether messages may be late by seconds, twice there and in another order. */
    void slow(boolean isSlow) {
        slow = isSlow;
    }

    /**
     * Asks the process that is there when the question arrives.
     *
     * @param left until the asking node gives up
     */
    <T> CompletableFuture<Delivery<T>> ask(
            SimulatedNode from, NodeRow to, Duration left, Question<T> question) {
        var connection = new Connection<T>(from, to);
        if (left.toMillis() == 0) {
            connection.end(new Delivery.NotSent<>("there is no time left"));
        } else if (cut.contains(connection.there())) {
            connection.stall(left);
        } else if (cluster.listening(to.address()).isEmpty()) {
            after(travel(), () -> connection.end(new Delivery.NotSent<>("refused")));
        } else {
            connection.carry(question, left);
        }
        return connection.delivery;
    }

    /** Asks something that may arrive twice. Changes do not: what carries them sends them once. */
    <T> CompletableFuture<Delivery<T>> tell(
            SimulatedNode from, NodeRow to, Duration left, Question<T> question) {
        if (slow && cluster.has(Strike.MESSAGE_DOUBLED) && cluster.chance().of(0.2)) {
            cluster.scribe().struck(Strike.MESSAGE_DOUBLED);
            var _ = ask(from, to, left, question);
        }
        return ask(from, to, left, question);
    }

    /** Whoever waits for an answer of this process learns that there will be none. */
    void died(String address) {
        List.copyOf(open.getOrDefault(address, Set.of())).forEach(Connection::breakOff);
        cluster.lifelinesBroke(address);
    }

    /** Whether a living process refuses connections all the same, as behind a firewall. */
    void refusing(String address, boolean isRefusing) {
        if (isRefusing) {
            refusing.add(address);
            cluster.lifelinesBroke(address);
        } else {
            refusing.remove(address);
        }
    }

    /** Whether a node that connects to another is refused: where a wire is cut, nobody answers. */
    boolean refuses(NodeId from, NodeRow to) {
        var node = to.incarnation().node();
        return !cut.contains(new Wire(from, node))
                && !cut.contains(new Wire(node, from))
                && (refusing.contains(to.address()) || cluster.listening(to.address()).isEmpty());
    }

    private Duration travel() {
        return cluster.chance().millis(0, 2);
    }

    /** The way of a message; one that is sent later may be there before. */
    private Duration travel(Wire wire) {
        var takes = travel();
        if (slow && cluster.has(Strike.MESSAGE_LATE) && cluster.chance().of(0.3)) {
            takes = cluster.chance().millis(100, 5_000);
            cluster.scribe().struck(Strike.MESSAGE_LATE);
        }
        long arrival = cluster.events().nowNanos() + takes.toNanos();
        long last = lastArrival.merge(wire, arrival, Math::max);
        if (slow && last > arrival) {
            cluster.scribe().struck(Strike.MESSAGE_OVERTAKEN);
        }
        return takes;
    }

    private void after(Duration delay, Runnable action) {
        cluster.events().after(delay, action);
    }

    /** One question and what comes of it. */
    private final class Connection<T> {
        private final SimulatedNode from;
        private final NodeRow to;
        private final CompletableFuture<Delivery<T>> delivery = new CompletableFuture<>();
        private boolean over;

        Connection(SimulatedNode from, NodeRow to) {
            this.from = from;
            this.to = to;
        }

        Wire there() {
            return new Wire(from.id(), to.incarnation().node());
        }

        private Wire back() {
            return new Wire(to.incarnation().node(), from.id());
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
            open.computeIfAbsent(to.address(), _ -> new LinkedHashSet<>()).add(this);
            after(left, () -> end(new Delivery.Lost<>("timeout")));
            boolean breaks = cluster.weather().breaksConnection();
            boolean arrives = !breaks || cluster.chance().of(0.7);
            if (breaks) {
                cluster.scribe().struck(Strike.CONNECTION_BROKEN);
                cluster.scribe().fault(FaultKind.NETWORK, left, Set.of());
                after(cluster.chance().millis(1, 30), this::breakOff);
            }
            if (arrives) {
                after(travel(there()), () -> arrive(question));
            }
        }

        private void arrive(Question<T> question) {
            cluster.listening(to.address())
                    .ifPresentOrElse(
                            node -> question.put(node, this::answer),
                            () -> end(new Delivery.Lost<>("reset")));
        }

        /** It takes the same wires back, and may be lost on them. */
        private void answer(T answer) {
            if (!cut.contains(back())) {
                after(travel(back()), () -> end(new Delivery.Answered<>(answer)));
            }
        }

        void breakOff() {
            if (!cut.contains(back())) {
                end(new Delivery.Lost<>("reset"));
            }
        }

        void end(Delivery<T> result) {
            if (!over) {
                over = true;
                open.getOrDefault(to.address(), new LinkedHashSet<>()).remove(this);
                from.front().post(() -> delivery.complete(result));
            }
        }
    }
}
