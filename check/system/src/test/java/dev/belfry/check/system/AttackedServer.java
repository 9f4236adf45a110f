package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.operate.access.Role;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server in a process with little memory, callers of several roles and groups, and two receivers
 * on one port: 127.0.0.2 may be called, 127.0.0.1 is a trap that must never hear anything.
 */
final class AttackedServer implements AutoCloseable {
    static final String OWN = "own";
    static final String FOREIGN = "foreign";

    /** More than the heap: threads, code, and buffers outside of it. */
    private static final long MOST_RESIDENT = 700L << 20;

    private static final ServerProcess.Launch SMALL =
            new ServerProcess.Launch(List.of("-Xmx192m", "-XX:MaxDirectMemorySize=64m"), "");
    private static final OpenApiFile API = OpenApiFile.load();

    final RawReceiver good = receiver("127.0.0.2", 0);
    final RawReceiver trap = receiver("127.0.0.1", good.port());
    final TestKeys keys;
    final String admin;
    final String operator;
    final String writer;
    final String reader;
    final String stranger;
    final int port = ServerProcess.freePort();
    final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicInteger names = new AtomicInteger();
    private final ServerProcess process;
    private final Path audit;
    private final int files;

    AttackedServer(Path folder) throws IOException, InterruptedException {
        keys = new TestKeys(folder.resolve("keys.yaml"));
        admin = keys.add("admin", Role.ADMIN, "*");
        operator = keys.add("operator", Role.OPERATE, OWN);
        writer = keys.add("writer", Role.WRITE, OWN);
        reader = keys.add("reader", Role.READ, OWN);
        stranger = keys.add("stranger", Role.ADMIN, FOREIGN);
        audit = folder.resolve("audit.log");
        process = ServerProcess.start(folder, settings(), SMALL);
        process.awaitReady(http);
        files = process.openFiles();
    }

    private Map<String, String> settings() {
        var settings =
                new HashMap<>(
                        Map.of(
                                "http.port", "" + port,
                                "http.bodyTimeout", "2s",
                                "http.maxEventClients", "20",
                                "limits.horizon", "36500d",
                                "node.shutdownPatience", "2s"));
        settings.put("auth.keys", keys.path().toString());
        settings.put("audit.log", audit.toString());
        settings.put("callback.egress.addresses", "public, 127.0.0.2/32");
        settings.put("groups.own.shards", "2");
        settings.put("groups.foreign.shards", "2");
        return settings;
    }

    private static RawReceiver receiver(String address, int port) {
        var answer = RawReceiver.response(200, "", "");
        return new RawReceiver(
                (_, connection) -> RawReceiver.write(connection, answer),
                InetAddress.ofLiteral(address),
                port);
    }

    String unusedName() {
        return "t" + names.incrementAndGet();
    }

    /** Where a call of the API is, by its name in the OpenAPI file. */
    static String path(String operationId, String group, String timer) {
        for (var path : API.root().path("paths").properties()) {
            for (var call : path.getValue().properties()) {
                if (call.getValue().path("operationId").asText().equals(operationId)) {
                    return path.getKey().replace("{groupId}", group).replace("{timerId}", timer);
                }
            }
        }
        throw new IllegalArgumentException(operationId);
    }

    static OpenApiFile api() {
        return API;
    }

    /** Sends what a client would; a body is JSON unless a header field says otherwise. */
    HttpResponse<String> send(
            String method, String path, Optional<String> body, String key, String... headers)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(60))
                        .method(
                                method,
                                body.map(BodyPublishers::ofString).orElse(BodyPublishers.noBody()));
        body.ifPresent(_ -> request.setHeader("Content-Type", "application/json"));
        if (!key.isEmpty()) {
            request.setHeader("Authorization", key);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String operationId, String group, String timer, String key)
            throws IOException, InterruptedException {
        return send("GET", path(operationId, group, timer), Optional.empty(), key);
    }

    HttpResponse<String> post(String operationId, String body, String key, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path(operationId, OWN, "t"), Optional.of(body), key, headers);
    }

    HttpResponse<String> create(String body, String key) throws IOException, InterruptedException {
        return send("POST", "/api/v1/timers", Optional.of(body), key);
    }

    /** A timer that does not fire in this century, with more fields before its end. */
    static String timer(String group, String id, String more) {
        return """
        {"groupId": "%s", "timerId": "%s", "executeAt": "2090-01-01T00:00:00Z",
         "callbackUrl": "http://a.example/"%s}"""
                .formatted(group, id, more);
    }

    /** A timer of its own group, and what it looks like. */
    String victim(String id) throws IOException, InterruptedException {
        var made = create(timer(OWN, id, ""), admin);
        assertThat(made.statusCode()).as(made.body()).isBetween(200, 201);
        return get("getTimer", OWN, id, admin).body();
    }

    void requireUntouched(String id, String before) throws IOException, InterruptedException {
        assertThat(get("getTimer", OWN, id, admin).body()).isEqualTo(before);
    }

    RawConnection connect() throws IOException {
        return new RawConnection(port);
    }

    /** Creates a timer whose callback is due at once. */
    HttpResponse<String> fire(String group, String id, String url)
            throws IOException, InterruptedException {
        var body =
                """
                {"groupId": "%s", "timerId": "%s", "executeAt": "%s", "callbackUrl": "%s",
                 "callbackTimeout": "2s", "retryPolicy": {"maxAttempts": 1}}"""
                        .formatted(group, id, Instant.now().plusMillis(200), url);
        return create(body, admin);
    }

    String goodUrl() {
        return "http://127.0.0.2:" + good.port() + "/";
    }

    List<String> auditLines() throws IOException {
        return Files.readAllLines(audit);
    }

    int openFilesMore() throws IOException {
        return process.openFiles() - files;
    }

    void requireAlive() throws IOException {
        assertThat(process.isAlive()).as(process.lastWords()).isTrue();
        assertThat(process.residentBytes()).isLessThan(MOST_RESIDENT);
        assertThat(trap.connections()).as("the trap hears nothing").isZero();
    }

    String log() {
        return process.said();
    }

    long residentBytes() throws IOException {
        return process.residentBytes();
    }

    static boolean isRead(String method) {
        return List.of("GET", "HEAD").contains(method.toUpperCase(Locale.ROOT));
    }

    /** Fails if there is a failure in its log. */
    @Override
    public void close() {
        good.close();
        trap.close();
        http.close();
        process.stop();
    }
}
