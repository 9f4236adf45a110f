package dev.belfry.bench.harness;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes callbacks, answers 204 and notes when each arrived; until some are expected they are only
 * counted. Thread-safe.
 */
public final class CallbackReceiver implements AutoCloseable {
    private final HttpServer server;
    private final AtomicLong inAll = new AtomicLong();
    private volatile Optional<Expected> expected = Optional.empty();

    /** When a callback arrived, and its body. */
    public record Arrival(Instant at, Buffer body) {
        /** How long after its instant it came; negative if it came before. */
        Duration lateness() {
            return Duration.between(executeAt(), at);
        }

        public Instant executeAt() {
            return Instant.parse(field("executeAt"));
        }

        String timerId() {
            return field("timerId");
        }

        private String field(String name) {
            var text = body.toString(StandardCharsets.UTF_8);
            var start = "\"%s\":\"".formatted(name);
            int from = text.indexOf(start) + start.length();
            return text.substring(from, text.indexOf('"', from));
        }
    }

    /** The callbacks of one round. */
    public static final class Expected {
        private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
        private final AtomicLong arrived = new AtomicLong();
        private final int count;

        private Expected(int count) {
            this.count = count;
        }

        private void arrived(Buffer body) {
            arrivals.add(new Arrival(Instant.now(), body));
            arrived.incrementAndGet();
        }

        /** Waits for all of them; in the order in which they came. */
        public List<Arrival> await() throws Exception {
            StallLimit.USUAL.await(
                    "%,d callbacks".formatted(count), () -> arrived.get() >= count, arrived::get);
            return arrivals();
        }

        /** Those that came by now. */
        public List<Arrival> arrivals() {
            return List.copyOf(arrivals);
        }
    }

    private CallbackReceiver(HttpServer server) {
        this.server = server;
        server.requestHandler(
                request ->
                        request.body()
                                .onSuccess(
                                        body -> {
                                            inAll.incrementAndGet();
                                            expected.ifPresent(it -> it.arrived(body));
                                            request.response().setStatusCode(204).end();
                                        }));
    }

    public static CallbackReceiver start(Vertx vertx) {
        var receiver =
                new CallbackReceiver(
                        vertx.createHttpServer(
                                new HttpServerOptions()
                                        .setHost("127.0.0.1")
                                        .setPort(0)
                                        .setAcceptBacklog(2_000)));
        receiver.server.listen().toCompletionStage().toCompletableFuture().join();
        return receiver;
    }

    public String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/hooks/timer";
    }

    /** From now on this many callbacks are expected. */
    public Expected expect(int count) {
        var round = new Expected(count);
        expected = Optional.of(round);
        return round;
    }

    /** Callbacks since the start, whoever expected them. */
    public long arrivedInAll() {
        return inAll.get();
    }

    public static double perSecond(List<Arrival> arrivals) {
        var took = Duration.between(arrivals.getFirst().at(), arrivals.getLast().at());
        return arrivals.size() * 1e9 / took.toNanos();
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
