package dev.belfry.bench.harness;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Clients that each post, wait for the answer and post again, over a connection of their own; what
 * is refused for now is posted once more. They share cores with who is measured, so that they do as
 * little as possible: requests are made beforehand, and answers are looked at by their bytes.
 * Thread-safe.
 */
public final class HttpLoad {
    private static final long MILLIS_AFTER_REFUSAL = 100;

    private final Vertx vertx;
    private final List<Buffer> requests;
    private final long[] latencies;
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /** Completed with the time of the last answer. */
    private final CompletableFuture<Long> end = new CompletableFuture<>();

    private HttpLoad(Vertx vertx, List<Buffer> requests) {
        this.vertx = vertx;
        this.requests = requests;
        this.latencies = new long[requests.size()];
    }

    /**
     * Posts bodies until each is answered with 200 or 201.
     *
     * @param servers who are posted to, each by its part of the clients
     * @param access how they are spoken to
     * @param each how many timers a body has
     */
    public static LoadResult post(
            Vertx vertx,
            List<URI> servers,
            ServerAccess access,
            int clients,
            List<Buffer> bodies,
            int each)
            throws Exception {
        var requests =
                bodies.stream().map(body -> request(servers.getFirst(), access, body)).toList();
        var load = new HttpLoad(vertx, requests);
        var network = vertx.createNetClient(access.connecting());
        try {
            var connections =
                    IntStream.range(0, clients)
                            .mapToObj(it -> servers.get(it % servers.size()))
                            .map(it -> network.connect(it.getPort(), it.getHost()))
                            .toList();
            return load.run(await(Future.all(connections)).list(), each);
        } finally {
            await(network.close());
        }
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }

    private static Buffer request(URI address, ServerAccess access, Buffer body) {
        return Buffer.buffer()
                .appendString("POST %s HTTP/1.1\r\n".formatted(address.getPath()))
                .appendString("host: %s\r\n".formatted(address.getAuthority()))
                .appendString("content-type: application/json\r\n")
                .appendString(access.field())
                .appendString("content-length: %d\r\n\r\n".formatted(body.length()))
                .appendBuffer(body);
    }

    private LoadResult run(List<NetSocket> connections, int each) throws Exception {
        long start = System.nanoTime();
        connections.forEach(it -> new Client(it).begin());
        StallLimit.USUAL.await("%,d posts".formatted(latencies.length), end::isDone, ended::get);
        return LoadResult.of(latencies, end.get() - start, each, refused.get());
    }

    private void answered(int number, long nanos) {
        latencies[number] = nanos;
        if (ended.incrementAndGet() == latencies.length) {
            end.complete(System.nanoTime());
        }
    }

    /** One of them. Confined to the event loop of its connection once it has begun. */
    private final class Client {
        private final NetSocket connection;
        private final HttpAnswer.Reader reader = new HttpAnswer.Reader();
        private int number;
        private long start;

        Client(NetSocket connection) {
            this.connection = connection;
        }

        void begin() {
            connection.handler(this::received);
            connection.closeHandler(
                    _ -> end.completeExceptionally(new IOException("the server hung up")));
            next();
        }

        private void next() {
            number = started.getAndIncrement();
            if (number < latencies.length) {
                start = System.nanoTime();
                connection.write(requests.get(number));
            }
        }

        private void received(Buffer bytes) {
            try {
                reader.add(bytes).ifPresent(this::answered);
            } catch (RuntimeException e) {
                end.completeExceptionally(e);
            }
        }

        private void answered(HttpAnswer answer) {
            switch (PostAnswer.of(answer.status(), answer.body())) {
                case TAKEN -> {
                    HttpLoad.this.answered(number, System.nanoTime() - start);
                    next();
                }
                case REFUSED -> {
                    refused.incrementAndGet();
                    vertx.setTimer(
                            MILLIS_AFTER_REFUSAL, _ -> connection.write(requests.get(number)));
                }
            }
        }
    }
}
