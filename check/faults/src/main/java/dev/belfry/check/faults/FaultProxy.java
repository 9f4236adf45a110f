package dev.belfry.check.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A TCP proxy on the loopback address that does to connections what networks do. It passes
 * everything on until it is told otherwise; {@link #pass} ends every fault. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
    /** Below the ports of outgoing connections: nobody gets it while it is refused here. */
    private static final int FIRST_PORT = 12_000;

    private static final int END_OF_PORTS = 32_000;

    private final int target;
    private final ProxyLane fromClient = new ProxyLane();
    private final ProxyLane fromServer = new ProxyLane();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicLong roundTrips = new AtomicLong();
    private ServerSocket listener;
    private Thread acceptor = new Thread(() -> {});

    /** A proxy to a server on a port of the loopback address. */
    public FaultProxy(int target) {
        this.target = target;
        this.listener = newListener();
    }

    private static ServerSocket newListener() {
        var random = RandomGenerator.getDefault();
        while (true) {
            try {
                return listenOn(random.nextInt(FIRST_PORT, END_OF_PORTS));
            } catch (IOException _) {
                // somebody has it: try another
            }
        }
    }

    private static ServerSocket listenOn(int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public synchronized void start() {
        accept(listener);
    }

    /** The port that clients connect to. */
    public synchronized int port() {
        return listener.getLocalPort();
    }

    /** How many connections there are. */
    public int connections() {
        return links.size();
    }

    /** How many bytes went this way, on all connections together. */
    public long passed(Direction direction) {
        return lane(direction).passed();
    }

    /** How often a client began to speak, or did so again after an answer. */
    public long roundTrips() {
        return roundTrips.get();
    }

    /** How many connections have bytes that hang, this way. */
    public int hanging(Direction direction) {
        return lane(direction).hanging();
    }

    /** Whether a cut after some bytes is still to come. */
    public boolean isCutArmed() {
        return fromClient.isArmed() || fromServer.isArmed();
    }

    // ---- faults

    /** Ends every fault. What hung goes on its way; connections that have lost bytes are reset. */
    public synchronized void pass() {
        fromClient.pass();
        fromServer.pass();
        links.stream().filter(Link::isDamaged).forEach(Link::reset);
        if (listener.isClosed()) {
            listener = listenAgain();
            accept(listener);
        }
    }

    /** Resets all connections there are; new ones are welcome. */
    public void cut() {
        links.forEach(Link::reset);
    }

    /** Refuses new connections; those there are go on. */
    public synchronized void refuse() {
        stopListening();
    }

    /** Bytes that go these ways wait until the fault ends, as with packets that are sent again. */
    public void hang(Direction... directions) {
        List.of(directions).forEach(direction -> lane(direction).hang());
    }

    /** Bytes that go these ways are lost, as with a router that has forgotten its connections. */
    public void swallow(Direction... directions) {
        List.of(directions).forEach(direction -> lane(direction).swallow());
    }

    /** The connections there are lose all their bytes from now on; new ones are welcome. */
    public void silence() {
        links.forEach(Link::silence);
    }

    /** Everything that arrives is late, both ways. */
    public void delay(Duration each) {
        fromClient.delay(each);
        fromServer.delay(each);
    }

    /** Lets so many more bytes go this way, then resets all connections, once. */
    public void cutAfter(Direction direction, long bytes) {
        lane(direction).cutAfter(bytes);
    }

    /** Ends all connections and the proxy. */
    @Override
    public synchronized void close() {
        stopListening();
        fromClient.pass();
        fromServer.pass();
        cut();
    }

    // ---- connections

    private ProxyLane lane(Direction direction) {
        return switch (direction) {
            case FROM_CLIENT -> fromClient;
            case FROM_SERVER -> fromServer;
        };
    }

    private ServerSocket listenAgain() {
        try {
            return listenOn(listener.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A socket that somebody still waits at takes one more connection after it was closed. */
    private void stopListening() {
        try {
            listener.close();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void accept(ServerSocket socket) {
        acceptor = Thread.ofVirtual().name("fault-proxy").start(() -> acceptUntilClosed(socket));
    }

    private void acceptUntilClosed(ServerSocket socket) {
        try {
            while (true) {
                connect(socket.accept());
            }
        } catch (IOException _) {
            // closed: it refuses, or it is over
        }
    }

    /** A server that is away is felt by the client as a connection that is reset. */
    private void connect(Socket client) {
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), target);
            // A network does not hold small pieces back until others are acknowledged.
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            var link = new Link(client, server, roundTrips);
            links.add(link);
            pump(link, Direction.FROM_CLIENT);
            pump(link, Direction.FROM_SERVER);
        } catch (IOException _) {
            Link.reset(client);
        }
    }

    private void pump(Link link, Direction direction) {
        Thread.ofVirtual()
                .name("fault-proxy-" + direction)
                .start(
                        () -> {
                            try {
                                if (link.pump(direction, lane(direction))) {
                                    cut();
                                }
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            } finally {
                                links.remove(link);
                            }
                        });
    }
}
