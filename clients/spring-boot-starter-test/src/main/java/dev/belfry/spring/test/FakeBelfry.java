package dev.belfry.spring.test;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Belfry that keeps timers in memory and calls back when a test says so, never by itself: the
 * test decides when the instant has come, and gets the answer of the application. It signs as a
 * server does. It knows creates, puts, patches, reads and deletes of single timers, checks little,
 * and neither retries nor repeats: for that a test needs a real server. Thread-safe.
 */
public final class FakeBelfry implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** The folders of a path: {@code /api/v1/groups/<group>/timers/<id>}. */
    private static final int GROUP = 4;

    private static final int ID = 6;

    private final FakeSignature signature = FakeSignature.random();
    private final HttpServer server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Key, FakeTimer> timers = new TreeMap<>();

    /** The names of a timer. */
    private record Key(String group, String id) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byGroup = group.compareTo(other.group);
            return byGroup == 0 ? id.compareTo(other.id) : byGroup;
        }
    }

    private FakeBelfry(HttpServer server) {
        this.server = server;
    }

    /** One that listens on a free port of this machine alone. */
    public static FakeBelfry start() throws IOException {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var belfry = new FakeBelfry(server);
        server.createContext("/", belfry::serve);
        server.start();
        return belfry;
    }

    /** For {@code belfry.url}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** For {@code belfry.callback.signing-keys}. */
    public String signingKey() {
        return signature.key();
    }

    /** The ids of a group's timers, in alphabetical order. */
    public synchronized List<String> timers(String group) {
        return timers.keySet().stream()
                .filter(it -> it.group().equals(group))
                .map(Key::id)
                .toList();
    }

    /** When a timer would fire. */
    public synchronized Optional<Instant> executeAt(String group, String id) {
        return Optional.ofNullable(timers.get(new Key(group, id))).map(FakeTimer::executeAt);
    }

    /**
     * Makes the callback of a timer now, as if its instant had come. After a 2xx the timer is gone,
     * unless the answer has a {@code nextExecuteAt}; after another answer it stays.
     *
     * @return what the application answered
     * @throws NoSuchElementException if there is no such timer
     */
    public HttpResponse<String> fire(String group, String id) {
        var key = new Key(group, id);
        var timer = underWay(key);
        try {
            var answer = http.send(timer.callback(signature), BodyHandlers.ofString());
            settle(key, timer, answer);
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private synchronized FakeTimer underWay(Key key) {
        var timer = timers.get(key);
        if (timer == null) {
            throw new NoSuchElementException(
                    "there is no timer " + key + " among " + timers.keySet());
        }
        var tried = timer.tried();
        timers.put(key, tried);
        return tried;
    }

    private synchronized void settle(Key key, FakeTimer timer, HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2 || !timer.equals(timers.get(key))) {
            return;
        }
        var next = nextExecuteAt(answer.body());
        if (next.isPresent()) {
            timers.put(key, timer.at(next.get()));
        } else {
            timers.remove(key);
        }
    }

    private static Optional<Instant> nextExecuteAt(String body) {
        return body.isBlank()
                ? Optional.empty()
                : JSON.readTree(body).path("nextExecuteAt").stringValueOpt().map(Instant::parse);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    // ---- the API, as far as it goes

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = List.of(exchange.getRequestURI().getRawPath().split("/", -1));
            if (path.equals(List.of("", "health", "ready"))) {
                send(exchange, 200, JSON.createObjectNode().put("status", "UP"));
            } else if (path.size() == ID
                    && path.get(GROUP + 1).equals("timers")
                    && isPost(exchange)) {
                create(exchange, decoded(path.get(GROUP)), fields(body));
            } else if (path.size() == ID + 1 && path.get(GROUP + 1).equals("timers")) {
                change(exchange, new Key(decoded(path.get(GROUP)), decoded(path.get(ID))), body);
            } else {
                send(exchange, 404, problem(404, "ROUTE_NOT_FOUND", "the fake has no such call"));
            }
        }
    }

    private static boolean isPost(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("POST");
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static ObjectNode fields(String body) {
        return (ObjectNode) JSON.readTree(body);
    }

    private synchronized void create(HttpExchange exchange, String group, ObjectNode fields)
            throws IOException {
        var key = new Key(group, fields.required("timerId").stringValue());
        var existing = timers.get(key);
        if (existing == null) {
            put(exchange, key, fields, 201);
        } else if (existing.asked().equals(fields)) {
            send(exchange, 200, existing.shown());
        } else {
            var conflict = problem(409, "TIMER_EXISTS", "the timer that is there is shown");
            conflict.set("timer", existing.shown());
            send(exchange, 409, conflict);
        }
    }

    private synchronized void change(HttpExchange exchange, Key key, String body)
            throws IOException {
        var existing = timers.get(key);
        var method = exchange.getRequestMethod();
        if (method.equals("PUT")) {
            put(exchange, key, fields(body), existing == null ? 201 : 200);
        } else if (existing == null) {
            send(exchange, 404, problem(404, "TIMER_NOT_FOUND", "there is no such timer"));
        } else if (method.equals("GET")) {
            send(exchange, 200, existing.shown());
        } else if (method.equals("PATCH")) {
            put(exchange, key, existing.asked().deepCopy().setAll(fields(body)), 200);
        } else if (method.equals("DELETE")) {
            timers.remove(key);
            exchange.sendResponseHeaders(204, -1);
        } else {
            send(exchange, 405, problem(405, "METHOD_NOT_ALLOWED", "the fake has no such call"));
        }
    }

    private void put(HttpExchange exchange, Key key, ObjectNode fields, int status)
            throws IOException {
        var timer = FakeTimer.of(key.group(), key.id(), fields, Instant.now());
        timers.put(key, timer);
        send(exchange, status, timer.shown());
    }

    private static ObjectNode problem(int status, String code, String detail) {
        return JSON.createObjectNode()
                .put("type", "about:blank")
                .put("title", code)
                .put("status", status)
                .put("code", code)
                .put("detail", detail);
    }

    private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
        var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
