package dev.belfry.http.peer;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.member.Lifelines;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A connection to each other node's port for nodes, on which nothing is said: it breaks when the
 * process ends. One that was closed for its silence is made anew. Thread-safe.
 */
public final class PeerLifelines implements Lifelines, AutoCloseable {
    /** Nobody who lives leaves a connection unanswered for so long on a network that works. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** A node that is asked again at once might refuse because it is just being asked. */
    private static final Duration SECOND_LOOK = Duration.ofMillis(20);

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final NetClient client;
    private final Supplier<Optional<String>> ownAddress;
    private final Map<Incarnation, Line> lines = new HashMap<>();
    private ObjLongConsumer<NodeRow> refused = (_, _) -> {};
    private boolean closed;

    /**
     * The connections of a node.
     *
     * @param ownAddress where it listens to others itself: what stood there before has ended
     */
    public PeerLifelines(Vertx vertx, Supplier<Optional<String>> ownAddress) {
        this.vertx = vertx;
        this.ownAddress = ownAddress;
        this.client =
                vertx.createNetClient(
                        new NetClientOptions().setConnectTimeout((int) CONNECT_TIMEOUT.toMillis()));
    }

    @Override
    public synchronized void keep(
            Collection<NodeRow> others, ObjLongConsumer<NodeRow> whenRefused) {
        refused = whenRefused;
        var wanted = others.stream().collect(Collectors.toMap(NodeRow::incarnation, row -> row));
        lines.entrySet()
                .removeIf(
                        line -> {
                            boolean isOver = !wanted.containsKey(line.getKey());
                            if (isOver) {
                                line.getValue().end();
                            }
                            return isOver;
                        });
        if (!closed) {
            wanted.forEach(
                    (life, row) -> {
                        if (!lines.containsKey(life)) {
                            var line = new Line(row);
                            lines.put(life, line);
                            line.connect();
                        }
                    });
        }
    }

    @Override
    public void ask(NodeRow other, LongConsumer whenRefused) {
        Runnable told = () -> whenRefused.accept(System.nanoTime());
        if (isHere(other)) {
            told.run();
        } else {
            dial(
                    other,
                    Dialled.of(
                            NetSocket::close,
                            () -> dial(other, Dialled.of(NetSocket::close, told))));
        }
    }

    /** Whether this node listens where the other did; a name may mean another machine by now. */
    private boolean isHere(NodeRow other) {
        return other.peerAddress().isPresent()
                && other.peerAddress().equals(ownAddress.get())
                && isOfThisHost(URI.create(other.peerAddress().get()).getHost());
    }

    private static boolean isOfThisHost(String host) {
        try {
            return NetworkInterface.getByInetAddress(InetAddress.ofLiteral(host)) != null;
        } catch (IllegalArgumentException | SocketException _) {
            return false;
        }
    }

    /** What becomes of an attempt to connect. */
    private record Dialled(Consumer<NetSocket> connected, Runnable refused, Runnable unknown) {
        static Dialled of(Consumer<NetSocket> connected, Runnable refused) {
            return new Dialled(connected, refused, () -> {});
        }
    }

    private void dial(NodeRow node, Dialled then) {
        var address = node.peerAddress().map(URI::create);
        if (address.isEmpty()) {
            then.unknown().run();
            return;
        }
        client.connect(address.get().getPort(), address.get().getHost())
                .onSuccess(then.connected()::accept)
                .onFailure(
                        failure -> {
                            if (isRefusal(failure)) {
                                then.refused().run();
                            } else {
                                then.unknown().run();
                            }
                        });
    }

    /** Silence and unreachable networks are failures of the same kind, with other words. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof ConnectException
                && String.valueOf(failure.getMessage()).contains("Connection refused");
    }

    /** The way to one life of a node. Guarded by the lifelines. */
    private final class Line {
        private final NodeRow node;
        private @Nullable NetSocket socket;
        private boolean over;

        Line(NodeRow node) {
            this.node = node;
        }

        void connect() {
            dial(node, new Dialled(this::connected, this::secondLook, this::later));
        }

        private void connected(NetSocket made) {
            synchronized (PeerLifelines.this) {
                if (over) {
                    made.close();
                    return;
                }
                socket = made;
            }
            long since = System.nanoTime();
            made.closeHandler(_ -> broke(Duration.ofNanos(System.nanoTime() - since)));
        }

        /** Whoever takes connections and closes them at once is not asked without end. */
        private void broke(Duration lived) {
            synchronized (PeerLifelines.this) {
                socket = null;
                if (over) {
                    return;
                }
            }
            if (lived.compareTo(AGAIN) < 0) {
                later();
            } else {
                connect();
            }
        }

        private void secondLook() {
            after(
                    SECOND_LOOK,
                    () -> dial(node, new Dialled(this::connected, this::tell, this::later)));
        }

        private void tell() {
            ObjLongConsumer<NodeRow> told;
            synchronized (PeerLifelines.this) {
                if (over) {
                    return;
                }
                told = refused;
            }
            told.accept(node, System.nanoTime());
            later();
        }

        private void later() {
            after(AGAIN, this::connect);
        }

        private void after(Duration wait, Runnable action) {
            vertx.setTimer(
                    wait.toMillis(),
                    _ -> {
                        if (!isOver()) {
                            action.run();
                        }
                    });
        }

        private boolean isOver() {
            synchronized (PeerLifelines.this) {
                return over;
            }
        }

        void end() {
            over = true;
            if (socket != null) {
                socket.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        end();
        client.close();
    }
}
