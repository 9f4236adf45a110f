package dev.belfry.bench.peers;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * People who have the console open: each listens to events, and asks for the rest now and then.
 * Thread-safe.
 */
final class OpenConsoles implements AutoCloseable {
    /** What the pages ask for beside the events, and how often. */
    private static final List<String> POLLED =
            List.of(
                    "/api/v1/history?range=5m",
                    "/api/v1/alarms",
                    "/api/v1/system",
                    "/api/v1/groups/default/shards");

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ScheduledExecutorService polls =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

    /** Without the first answers they would cost nothing because nothing came. */
    void open(URI server, int count) {
        for (int i = 0; i < count; i++) {
            listen(server);
            poll(server);
            var _ =
                    polls.scheduleAtFixedRate(
                            () -> poll(server),
                            EVERY.toMillis() * i / count,
                            EVERY.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Events never end. */
    private void listen(URI server) {
        var request = HttpRequest.newBuilder(server.resolve("/events")).build();
        var answer = http.sendAsync(request, BodyHandlers.ofLines()).join();
        requireTaken(answer);
        Thread.ofVirtual().start(() -> drain(answer.body()));
    }

    private static void drain(Stream<String> lines) {
        try {
            lines.forEach(_ -> {});
        } catch (UncheckedIOException _) {
            // the console was closed
        }
    }

    private void poll(URI server) {
        for (var path : POLLED) {
            var request = HttpRequest.newBuilder(server.resolve(path)).build();
            requireTaken(http.sendAsync(request, BodyHandlers.discarding()).join());
        }
    }

    private static void requireTaken(HttpResponse<?> answer) {
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("%s: %d".formatted(answer.uri(), answer.statusCode()));
        }
    }

    @Override
    public void close() {
        polls.shutdownNow();
        http.shutdownNow();
    }
}
