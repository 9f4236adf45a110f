package dev.belfry.server;

import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.operate.config.HttpConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The connections of clients: how many each may have, and how long they may begin. Thread-safe. */
final class ClientConnections {
    /** As many as one proxy or one host of clients may need, however few requests are allowed. */
    private static final int ALWAYS_ALLOWED = 1_024;

    /** A caller's share of {@code http.maxRequests}: one alone must not be able to use them up. */
    private static final int SHARE = 2;

    private final int most;
    private final HttpConfig config;
    private final Map<CallerNetwork, Integer> open = new ConcurrentHashMap<>();

    ClientConnections(HttpConfig config) {
        this.config = config;
        this.most = Math.max(ALWAYS_ALLOWED, config.maxRequests() / SHARE);
    }

    /** Takes a new connection, or closes it at once. */
    void opened(HttpConnection connection) {
        var caller = CallerNetwork.of(connection.remoteAddress());
        int count = open.merge(caller, 1, Integer::sum);
        connection.closeHandler(_ -> closed(caller));
        if (count > most) {
            connection.close();
        } else {
            watch(connection);
        }
    }

    /** The entry goes with its last connection, so that callers of the past cost nothing. */
    private void closed(CallerNetwork caller) {
        open.merge(caller, -1, Integer::sum);
        open.remove(caller, 0);
    }

    private void watch(HttpConnection connection) {
        var handler = ((HttpServerConnection) connection).channelHandlerContext();
        handler.pipeline()
                .addBefore(handler.name(), "head", new HeadDeadline(config.bodyTimeout()));
    }
}
