package dev.belfry.check.clients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** A receiver on the HTTP server of the JDK. */
final class JdkReceiver implements HostedReceiver {
    private static final int NO_BODY = -1;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isDeployed = new AtomicBoolean();
    private final HttpServer server;

    JdkReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            asked.add(path);
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            switch (path) {
                case "/text" -> {
                    exchange.sendResponseHeaders(200, 2);
                    exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
                }
                case "/own" ->
                        exchange.sendResponseHeaders(
                                body.equals("{\"orderId\":42}") ? 200 : 422, NO_BODY);
                case "/deploy" ->
                        exchange.sendResponseHeaders(
                                isDeployed.getAndSet(true) ? 200 : 404, NO_BODY);
                default -> exchange.sendResponseHeaders(200, NO_BODY);
            }
        }
    }

    @Override
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
