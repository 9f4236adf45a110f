package dev.belfry.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Clients that each post, wait for the answer and post again, over a connection of their own; what
 * is refused for now is posted once more. They share cores with who is measured, so that they do as
 * little as possible: requests are made beforehand, and answers are looked at by their bytes.
 */
final class HttpLoad implements AutoCloseable {
    private static final long MILLIS_AFTER_REFUSAL = 100;

    private final Vertx vertx;
    private final NetClient network;
    private final int clients;

    /** How long the answers took, each and all of them together. Immutable. */
    static final class Result {
        private final long[] sortedNanos;
        private final long wallNanos;
        private final int refused;

        private Result(long[] latencies, long wallNanos, int refused) {
            this.sortedNanos = latencies.clone();
            this.wallNanos = wallNanos;
            this.refused = refused;
            Arrays.sort(sortedNanos);
        }

        double perSecond() {
            return sortedNanos.length * 1e9 / wallNanos;
        }

        /** How often something had to be posted once more. */
        int refused() {
            return refused;
        }

        double percentileMillis(double share) {
            return sortedNanos[(int) Math.ceil(share * sortedNanos.length) - 1] / 1e6;
        }
    }

    HttpLoad(Vertx vertx, int clients) {
        this.vertx = vertx;
        this.clients = clients;
        this.network = vertx.createNetClient();
    }

    /** Posts this many bodies until each is answered with 200 or 201. */
    Result post(String url, int count, IntFunction<Buffer> bodies) throws Exception {
        var address = URI.create(url);
        var requests =
                IntStream.range(0, count).mapToObj(i -> request(address, bodies.apply(i))).toList();
        var run = new Run(requests);
        var connections = connect(address);
        long start = System.nanoTime();
        connections.forEach(run::begin);
        Patience.USUAL.await("%,d posts".formatted(count), run.end::isDone, run.ended::get);
        return new Result(run.latencies, run.end.get() - start, run.refused.get());
    }

    private static Buffer request(URI address, Buffer body) {
        return Buffer.buffer()
                .appendString("POST %s HTTP/1.1\r\n".formatted(address.getPath()))
                .appendString("host: %s\r\n".formatted(address.getAuthority()))
                .appendString("content-type: application/json\r\n")
                .appendString("content-length: %d\r\n\r\n".formatted(body.length()))
                .appendBuffer(body);
    }

    private List<NetSocket> connect(URI address) {
        var opening =
                IntStream.range(0, clients)
                        .mapToObj(_ -> network.connect(address.getPort(), address.getHost()))
                        .toList();
        return Future.all(opening).toCompletionStage().toCompletableFuture().join().list();
    }

    /** All clients together. Thread-safe. */
    private final class Run {
        private final List<Buffer> requests;
        private final long[] latencies;
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        /** Completed with the time of the last answer. */
        private final CompletableFuture<Long> end = new CompletableFuture<>();

        Run(List<Buffer> requests) {
            this.requests = requests;
            this.latencies = new long[requests.size()];
        }

        void begin(NetSocket connection) {
            var one = new Client(this, connection);
            connection.handler(one::received);
            connection.closeHandler(_ -> failed(new IOException("the server hung up")));
            one.next();
        }

        void answered(int number, long nanos) {
            latencies[number] = nanos;
            if (ended.incrementAndGet() == latencies.length) {
                end.complete(System.nanoTime());
            }
        }

        void failed(Exception failure) {
            end.completeExceptionally(failure);
        }
    }

    /** One of them. Confined to the event loop of its connection once it has begun. */
    private final class Client {
        private final Run run;
        private final NetSocket connection;
        private Buffer answer = Buffer.buffer();
        private int number;
        private long start;

        Client(Run run, NetSocket connection) {
            this.run = run;
            this.connection = connection;
        }

        void next() {
            number = run.started.getAndIncrement();
            if (number < run.requests.size()) {
                start = System.nanoTime();
                connection.write(run.requests.get(number));
            }
        }

        void received(Buffer bytes) {
            answer.appendBuffer(bytes);
            try {
                var whole = HttpAnswer.in(answer.toString(StandardCharsets.ISO_8859_1));
                if (whole.isPresent()) {
                    answer = Buffer.buffer();
                    answered(whole.get());
                }
            } catch (RuntimeException e) {
                run.failed(e);
            }
        }

        private void answered(HttpAnswer whole) {
            switch (PostAnswer.of(whole.status(), whole.body())) {
                case TAKEN -> {
                    run.answered(number, System.nanoTime() - start);
                    next();
                }
                case REFUSED -> {
                    run.refused.incrementAndGet();
                    vertx.setTimer(
                            MILLIS_AFTER_REFUSAL, _ -> connection.write(run.requests.get(number)));
                }
            }
        }
    }

    @Override
    public void close() {
        network.close().toCompletionStage().toCompletableFuture().join();
    }
}
