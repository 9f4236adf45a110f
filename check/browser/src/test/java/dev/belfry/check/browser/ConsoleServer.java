package dev.belfry.check.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.check.processes.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A server with some groups, and a receiver of its callbacks. Confined to one thread. */
final class ConsoleServer implements AutoCloseable {
    private static final int BATCH = 1_000;
    private static final String BROKEN = "/broken/";

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Path folder;
    private final int port = ServerProcess.freePort();
    private final HttpServer receiver;
    private final Set<String> fired = ConcurrentHashMap.newKeySet();
    private volatile boolean broken = true;
    private ServerProcess process;

    private ConsoleServer(Path folder, HttpServer receiver) {
        this.folder = folder;
        this.receiver = receiver;
    }

    static ConsoleServer start(Path folder) throws IOException, InterruptedException {
        var receiver =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        var server = new ConsoleServer(folder, receiver);
        receiver.createContext("/", server::receive);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.start();
        server.start();
        return server;
    }

    void start() throws IOException, InterruptedException {
        process =
                ServerProcess.start(
                        folder,
                        Map.of(
                                "http.port",
                                "" + port,
                                "node.id",
                                "east",
                                "groups.invoices.shards",
                                "medium",
                                "groups.paper.shards",
                                "small",
                                "groups.paper.retention",
                                "1d"));
        process.awaitReady(http);
    }

    void stop() {
        process.stop();
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    /** Answers 200. */
    String callbackUrl() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/done";
    }

    /** Answers this status until it is mended. */
    String brokenUrl(int status) {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + BROKEN + status;
    }

    void mend() {
        broken = false;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var sent = json.readTree(exchange.getRequestBody());
            var path = exchange.getRequestURI().getPath();
            boolean fails = broken && path.startsWith(BROKEN);
            exchange.sendResponseHeaders(
                    fails ? Integer.parseInt(path.substring(BROKEN.length())) : 204, -1);
            if (!fails) {
                fired.add(sent.get("timerId").asText());
            }
        }
    }

    boolean hasFired(String timerId) {
        return fired.contains(timerId);
    }

    void awaitFired(String timerId) throws InterruptedException {
        while (!hasFired(timerId)) {
            Thread.sleep(20);
        }
    }

    void create(String group, String timerId, Duration ahead) throws Exception {
        createAll(group, List.of(timerId), ahead, callbackUrl(), "");
    }

    void schedule(String group, String timerId, String schedule) throws Exception {
        schedule(group, timerId, schedule, callbackUrl());
    }

    /** Each run has one attempt. */
    void schedule(String group, String timerId, String schedule, String url) throws Exception {
        ask(
                "POST",
                "/api/v1/timers",
                """
                {"groupId":"%s","timerId":"%s","schedule":%s,"callbackUrl":"%s","retryPolicy":{"maxAttempts":1}}"""
                        .formatted(group, timerId, schedule, url));
    }

    /** Timers that are given up at their first failure. */
    void fail(String group, List<String> timerIds, int status) throws Exception {
        int before = failed(group);
        createAll(
                group,
                timerIds,
                Duration.ZERO,
                brokenUrl(status),
                ",\"retryPolicy\":{\"maxAttempts\":1}");
        while (failed(group) < before + timerIds.size()) {
            Thread.sleep(50);
        }
    }

    private int failed(String group) throws Exception {
        return ask("GET", "/api/v1/groups/" + group + "/failed?limit=1000", "")
                .path("timers")
                .size();
    }

    /** How many of its timers are over and kept. */
    int settled(String group) throws Exception {
        return ask("GET", "/api/v1/groups/" + group + "/history?limit=1000", "")
                .path("timers")
                .size();
    }

    /** One after the other, a second apart. */
    void createMany(String group, String prefix, int count, Duration ahead) throws Exception {
        for (int from = 0; from < count; from += BATCH) {
            var ids =
                    IntStream.range(from, Math.min(count, from + BATCH))
                            .mapToObj(i -> "%s%05d".formatted(prefix, i))
                            .toList();
            createAll(group, ids, ahead.plusSeconds(from), callbackUrl(), "");
        }
    }

    void createAll(String group, List<String> ids, Duration ahead, String url, String more)
            throws Exception {
        var first = Instant.now().plus(ahead);
        var timers =
                IntStream.range(0, ids.size())
                        .mapToObj(
                                i ->
                                        """
                                        {"groupId":"%s","timerId":"%s","executeAt":"%s","callbackUrl":"%s","correlationId":"order-%d","payload":{"orderId":%d,"amount":12.50,"items":["tea","paper"]}%s}"""
                                                .formatted(
                                                        group,
                                                        ids.get(i),
                                                        ahead.isZero()
                                                                ? first
                                                                : first.plusSeconds(i),
                                                        url,
                                                        i % 7,
                                                        i,
                                                        more))
                        .collect(Collectors.joining(","));
        ask("POST", "/api/v1/timers/batch", "{\"timers\":[" + timers + "]}");
    }

    /** What the API says; a timer that is not there is an object without fields. */
    JsonNode timer(String group, String timerId) throws Exception {
        return ask("GET", "/api/v1/timers/" + group + "/" + timerId, "");
    }

    JsonNode ask(String method, String path, String body) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(address() + path))
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build();
        return json.readTree(http.send(request, BodyHandlers.ofString()).body());
    }

    @Override
    public void close() {
        receiver.stop(0);
        try {
            process.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
