package dev.belfry.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that answers as a test tells it to, and remembers what it was asked. */
final class FakeServer implements AutoCloseable {
    /** What was asked, in one line, and its body. */
    record Asked(
            String line, String body, Optional<String> ifMatch, Optional<String> ifNoneMatch) {}

    private record Told(int status, String body, Map<String, String> headers) {}

    private final HttpServer server;
    private final Map<String, Told> answers = new ConcurrentHashMap<>();
    private final Queue<Told> first = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    FakeServer() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    FakeServer on(String line, int status, String body) {
        return on(line, status, body, Map.of());
    }

    FakeServer on(String line, int status, String body, Map<String, String> headers) {
        answers.put(line, new Told(status, body, headers));
        return this;
    }

    /** What the next call is answered, whichever it is. */
    FakeServer first(int status, String body, Map<String, String> headers) {
        first.add(new Told(status, body, headers));
        return this;
    }

    List<Asked> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(
                    new Asked(
                            line,
                            body,
                            header(exchange, "If-Match"),
                            header(exchange, "If-None-Match")));
            var told =
                    Optional.ofNullable(first.poll())
                            .orElseGet(
                                    () ->
                                            answers.getOrDefault(
                                                    line,
                                                    new Told(
                                                            418, "unexpected: " + line, Map.of())));
            told.headers().forEach(exchange.getResponseHeaders()::set);
            var bytes = told.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(told.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static Optional<String> header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
