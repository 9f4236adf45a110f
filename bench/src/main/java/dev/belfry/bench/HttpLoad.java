package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Clients that each post, wait for the answer and post again. Thread-safe. */
final class HttpLoad implements AutoCloseable {
    /** Of an item in the answer to a batch. */
    private static final String REFUSED = "\"status\":5";

    /** Characters of an answer that was not expected. */
    private static final int SHOWN = 500;

    private final HttpClient client;
    private final int clients;

    /** How long the answers took, each and all of them together. Immutable. */
    static final class Result {
        private final long[] sortedNanos;
        private final long wallNanos;

        private Result(long[] latencies, long wallNanos) {
            this.sortedNanos = latencies.clone();
            this.wallNanos = wallNanos;
            Arrays.sort(sortedNanos);
        }

        double perSecond() {
            return sortedNanos.length * 1e9 / wallNanos;
        }

        double percentileMillis(double share) {
            return sortedNanos[(int) Math.ceil(share * sortedNanos.length) - 1] / 1e6;
        }
    }

    HttpLoad(Vertx vertx, int clients) {
        this.clients = clients;
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(clients));
    }

    /**
     * Posts this many bodies, each once.
     *
     * @param expected the status of every answer
     */
    Result post(String url, int count, IntFunction<Buffer> bodies, int expected) {
        var run = new Run(url, count, bodies, expected);
        long start = System.nanoTime();
        run.begin();
        run.done.join();
        return new Result(run.latencies, System.nanoTime() - start);
    }

    private final class Run {
        private final RequestOptions request;
        private final IntFunction<Buffer> bodies;
        private final int expected;
        private final long[] latencies;
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Run(String url, int count, IntFunction<Buffer> bodies, int expected) {
            this.request = new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url);
            this.bodies = bodies;
            this.expected = expected;
            this.latencies = new long[count];
        }

        void begin() {
            for (int i = 0; i < clients; i++) {
                next();
            }
        }

        private void next() {
            int number = started.getAndIncrement();
            if (number >= latencies.length) {
                return;
            }
            var body = bodies.apply(number);
            long start = System.nanoTime();
            client.request(request)
                    .compose(it -> it.putHeader("content-type", "application/json").send(body))
                    .compose(
                            response -> response.body().map(it -> check(response.statusCode(), it)))
                    .onSuccess(_ -> answered(number, System.nanoTime() - start))
                    .onFailure(done::completeExceptionally);
        }

        private Buffer check(int status, Buffer body) {
            if (status != expected || body.toString().contains(REFUSED)) {
                var text = body.toString();
                throw new IllegalStateException(
                        status + " " + text.substring(0, Math.min(SHOWN, text.length())));
            }
            return body;
        }

        private void answered(int number, long nanos) {
            latencies[number] = nanos;
            if (ended.incrementAndGet() == latencies.length) {
                done.complete(null);
            } else {
                next();
            }
        }
    }

    @Override
    public void close() {
        client.close().toCompletionStage().toCompletableFuture().join();
    }
}
