package dev.belfry.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** People who have the console open: each listens to events, and asks for the rest now and then. */
final class OpenConsoles implements AutoCloseable {
    /** What the pages ask for beside the events, and how often. */
    private static final List<String> POLLED =
            List.of(
                    "/api/v1/history?range=5m",
                    "/api/v1/alarms",
                    "/api/v1/system",
                    "/api/v1/groups/default/shards");

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final URI address;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ScheduledExecutorService polls = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong answers = new AtomicLong();

    private OpenConsoles(URI address) {
        this.address = address;
    }

    static OpenConsoles open(BelfryContender service, int count) {
        var consoles = new OpenConsoles(service.address());
        for (int i = 0; i < count; i++) {
            consoles.listen();
            var _ =
                    consoles.polls.scheduleAtFixedRate(
                            consoles::poll,
                            EVERY.toMillis() * i / count,
                            EVERY.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
        return consoles;
    }

    private void listen() {
        var _ =
                http.sendAsync(request("/events"), BodyHandlers.ofLines())
                        .thenAcceptAsync(
                                answer -> answer.body().forEach(_ -> lines.incrementAndGet()),
                                task -> Thread.ofVirtual().start(task));
    }

    private void poll() {
        var all = POLLED.stream().map(this::ask).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();
    }

    private CompletableFuture<Void> ask(String path) {
        return http.sendAsync(request(path), BodyHandlers.ofByteArray())
                .thenAccept(answer -> answers.addAndGet(answer.statusCode() == 200 ? 1 : 0));
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(address.resolve(path)).build();
    }

    /** Without it the consoles would cost nothing because nothing came. */
    void requireServed() throws IOException {
        if (lines.get() == 0 || answers.get() == 0) {
            throw new IOException(
                    "the consoles got %d lines and %d answers"
                            .formatted(lines.get(), answers.get()));
        }
    }

    @Override
    public void close() {
        polls.shutdownNow();
        http.shutdownNow();
    }
}
