package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Instant;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Belfry server in a process of its own, on a SQLite file of its own. Thread-safe. */
record Service(ChildJvm jvm, URI address) implements AutoCloseable {
    private static final int BATCH = 1_000;
    private static final int BATCHES_AT_ONCE = 4;

    static Service start(Workspace workspace) throws IOException, InterruptedException {
        int port = freePort();
        var service =
                new Service(
                        ChildJvm.start(
                                workspace.file("belfry.log"),
                                "dev.belfry.server.cli.Belfry",
                                "serve",
                                "--port",
                                Integer.toString(port),
                                "--data-dir",
                                workspace.file("data").toString()),
                        URI.create("http://127.0.0.1:" + port));
        service.jvm.awaitAnswer(service.address.resolve("/health/ready"));
        return service;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String timers() {
        return address.resolve("/api/v1/timers").toString();
    }

    /** A timer as a client asks for it. */
    static String timer(String id, Instant executeAt, String callbackUrl) {
        return """
               {"timerId":"%s","executeAt":"%s","callbackUrl":"%s","payload":{"order":"%s","note":"%s"}}"""
                .formatted(id, executeAt, callbackUrl, id, "x".repeat(150));
    }

    /** Creates timers in batches; returns when all are acknowledged. */
    void create(Vertx vertx, int count, IntFunction<String> timers) {
        try (var load = new HttpLoad(vertx, BATCHES_AT_ONCE)) {
            load.post(
                    timers() + "/batch",
                    (count + BATCH - 1) / BATCH,
                    batch -> batch(batch * BATCH, Math.min(count, (batch + 1) * BATCH), timers),
                    200);
        }
    }

    private static Buffer batch(int from, int until, IntFunction<String> timers) {
        return Buffer.buffer(
                IntStream.range(from, until)
                        .mapToObj(timers)
                        .collect(Collectors.joining(",", "{\"timers\":[", "]}")));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
