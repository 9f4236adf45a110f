import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a server is given to do while it is trained: timers one by one and in batches, each of which calls back.
 * Prints how many were created and called back in each second. Usage: java TrainingLoad.java URL SECONDS
 */
final class TrainingLoad {
    private static final int CLIENTS = 4;
    private static final int BATCH = 50;

    /** Of each client: one request of this many is a batch. */
    private static final int SINGLES = 20;

    /** Callbacks that are due and have not come: beyond it clients wait, because a backlog teaches nothing new. */
    private static final int MOST_OPEN = 2_000;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicLong created = new AtomicLong();
    private final AtomicLong called = new AtomicLong();
    private final URI server;
    private final Instant end;
    private final String receiver;

    private TrainingLoad(URI server, Instant end, String receiver) {
        this.server = server;
        this.end = end;
        this.receiver = receiver;
    }

    public static void main(String[] args) throws Exception {
        var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var receiver = HttpServer.create(loopback, 1_000);
        var load =
                new TrainingLoad(
                        URI.create(args[0]),
                        Instant.now().plusSeconds(Long.parseLong(args[1])),
                        "http://localhost:%d/callback".formatted(receiver.getAddress().getPort()));
        receiver.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                    load.called.incrementAndGet();
                });
        try (var clients = Executors.newFixedThreadPool(CLIENTS);
                var answers = Executors.newFixedThreadPool(CLIENTS)) {
            receiver.setExecutor(answers);
            receiver.start();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                clients.execute(() -> load.run(client));
            }
            load.report();
            receiver.stop(0);
        }
    }

    private void report() throws InterruptedException {
        while (Instant.now().isBefore(end)) {
            long before = created.get();
            long calledBefore = called.get();
            Thread.sleep(Duration.ofSeconds(1));
            System.out.printf("%d created, %d called back%n", created.get() - before, called.get() - calledBefore);
        }
    }

    private void run(int client) {
        try {
            for (int i = 0; Instant.now().isBefore(end); i++) {
                while (created.get() - called.get() > MOST_OPEN && Instant.now().isBefore(end)) {
                    Thread.sleep(1);
                }
                var id = "%d-%d".formatted(client, i);
                if (i % SINGLES == 0) {
                    post("/api/v1/timers/batch", batch(id), BATCH);
                } else {
                    post("/api/v1/timers", timer(id), 1);
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException("a server in training refuses its timers", e);
        }
    }

    private String batch(String id) {
        var timers = new StringBuilder("{\"timers\":[");
        for (int i = 0; i < BATCH; i++) {
            timers.append(i > 0 ? "," : "").append(timer(id + "-" + i));
        }
        return timers.append("]}").toString();
    }

    private String timer(String id) {
        return """
        {"timerId": "%s", "delay": "100ms", "callbackUrl": "%s", "payload": {"order": "%s", "note": "%s"}}"""
                .formatted(id, receiver, id, "n".repeat(150));
    }

    private void post(String path, String body, int timers) throws Exception {
        var request =
                HttpRequest.newBuilder(server.resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(answer.statusCode() + ": " + answer.body());
        }
        created.addAndGet(timers);
    }
}
