package dev.belfry.check.faults;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** One connection through a proxy: a socket on each side. Thread-safe. */
final class Link {
    private static final int BUFFER = 16 << 10;

    private final Socket client;
    private final Socket server;
    private final AtomicLong roundTrips;
    private volatile boolean damaged;

    /** Whether the server spoke last, or nobody yet. */
    private volatile boolean answered = true;

    /**
     * @param roundTrips counted here, those of all links
     */
    Link(Socket client, Socket server, AtomicLong roundTrips) {
        this.client = client;
        this.server = server;
        this.roundTrips = roundTrips;
    }

    /** Whether bytes of it were lost, so that no more of them go on. */
    boolean isDamaged() {
        return damaged;
    }

    /** From now on all its bytes are lost. */
    void silence() {
        damaged = true;
    }

    /** Moves bytes until one side ends, which ends both; returns whether all links must be cut. */
    boolean pump(Direction direction, ProxyLane lane) throws InterruptedException {
        var from = direction == Direction.FROM_CLIENT ? client : server;
        var to = direction == Direction.FROM_CLIENT ? server : client;
        var buffer = new byte[BUFFER];
        try (from;
                to) {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                note(direction);
                switch (lane.arrived(n)) {
                    case ProxyLane.Verdict.Pass() when damaged -> {}
                    case ProxyLane.Verdict.Pass() -> to.getOutputStream().write(buffer, 0, n);
                    case ProxyLane.Verdict.Swallow() -> damaged = true;
                    case ProxyLane.Verdict.Cut(int first) -> {
                        to.getOutputStream().write(buffer, 0, first);
                        reset();
                        return true;
                    }
                }
            }
        } catch (IOException _) {
            // one side is gone, and the other one is told
        }
        return false;
    }

    private void note(Direction direction) {
        if (direction == Direction.FROM_CLIENT && answered) {
            roundTrips.incrementAndGet();
        }
        answered = direction == Direction.FROM_SERVER;
    }

    /**
     * Ends both sides as a machine does that knows nothing of the connection. Both are prepared
     * first, because the end of one makes its pump close the other.
     */
    void reset() {
        lingerNot(client);
        lingerNot(server);
        reset(client);
        reset(server);
    }

    static void reset(Socket socket) {
        lingerNot(socket);
        try {
            socket.close();
        } catch (IOException _) {
            // it had ended
        }
    }

    private static void lingerNot(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // it had ended
        }
    }
}
