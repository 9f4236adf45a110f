package dev.belfry.server;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A server on a real port; every answer is held against the OpenAPI file. It runs in this process,
 * or in one of its own where a {@link RunningServer.Starter} is found.
 */
public final class ServerUnderTest implements AutoCloseable {
    private static final OpenApiFile OPEN_API = OpenApiFile.load();
    private static final Optional<RunningServer.Starter> ELSEWHERE = RunningServer.Starter.found();

    private final RunningServer server;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    private ServerUnderTest(RunningServer server) {
        this.server = server;
    }

    /** A server with an empty store, with these settings beside the usual ones. */
    public static ServerUnderTest start(Map<String, String> settings) {
        return ELSEWHERE
                .map(it -> new ServerUnderTest(it.start(flags(settings))))
                .orElseGet(() -> on(new MemoryTimerStore(InstantSource.system()), settings));
    }

    public static ServerUnderTest start() {
        return start(Map.of());
    }

    /** A server in this process on a store of the test's. */
    public static ServerUnderTest on(TimerStore store, Map<String, String> settings) {
        return new ServerUnderTest(new HereServer(configuration(settings), () -> store));
    }

    /** A server in this process on the database file in this folder. */
    public static ServerUnderTest onSqlite(Map<String, String> settings) {
        var configuration = configuration(settings);
        return new ServerUnderTest(new HereServer(configuration, () -> Stores.open(configuration)));
    }

    private static Configuration configuration(Map<String, String> settings) {
        return Configuration.load(Optional.empty(), Map.of(), flags(settings));
    }

    private static Map<String, String> flags(Map<String, String> settings) {
        var flags = new HashMap<>(Map.of("http.port", "0", "log.level", "warn"));
        flags.put("node.id", "node-1");
        flags.put("node.shutdownPatience", "2s");
        flags.put("limits.horizon", "36500d");
        flags.putAll(settings);
        return flags;
    }

    /** A server in this process. */
    private static final class HereServer implements RunningServer {
        private final BelfryServer server;

        HereServer(Configuration configuration, Supplier<TimerStore> store) {
            server = new BelfryServer(configuration, store);
            server.start();
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public CompletableFuture<String> failure() {
            return server.failure();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    public int port() {
        return server.port();
    }

    public CompletableFuture<String> failure() {
        return server.failure();
    }

    public HttpClient client() {
        return client;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, Optional.empty(), headers);
    }

    public Reply delete(String path, String... headers) {
        return send("DELETE", path, Optional.empty(), headers);
    }

    public Reply post(String path) {
        return send("POST", path, Optional.empty());
    }

    public Reply post(String path, String body, String... headers) {
        return send("POST", path, Optional.of(body), headers);
    }

    public Reply put(String path, String body, String... headers) {
        return send("PUT", path, Optional.of(body), headers);
    }

    public Reply patch(String path, String body, String... headers) {
        return send("PATCH", path, Optional.of(body), headers);
    }

    public Reply send(String method, String path, Optional<String> body, String... headers) {
        return sendBytes(
                method, path, body.map(it -> it.getBytes(StandardCharsets.UTF_8)), headers);
    }

    /** Sends a body as JSON unless a Content-Type is among the headers. */
    public Reply sendBytes(String method, String path, Optional<byte[]> body, String... headers) {
        var reply = exchange(method, path, body, headers);
        OPEN_API.requireDescribed(method, path, reply);
        return reply;
    }

    /** Asks for something that is no call of the API. */
    public Reply file(String method, String path, String... headers) {
        return exchange(method, path, Optional.empty(), headers);
    }

    private Reply exchange(String method, String path, Optional<byte[]> body, String... headers) {
        var request =
                HttpRequest.newBuilder(uri(path))
                        .timeout(Duration.ofSeconds(30))
                        .method(
                                method,
                                body.map(HttpRequest.BodyPublishers::ofByteArray)
                                        .orElse(HttpRequest.BodyPublishers.noBody()));
        if (body.isPresent()) {
            request.setHeader("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
