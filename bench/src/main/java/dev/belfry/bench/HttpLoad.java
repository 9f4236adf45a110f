package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Clients that each post, wait for the answer and post again; what is refused for now is posted
 * once more. Thread-safe.
 */
final class HttpLoad implements AutoCloseable {
    private static final long MILLIS_AFTER_REFUSAL = 100;

    private final Vertx vertx;
    private final HttpClient client;
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
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(clients));
    }

    /**
     * Posts this many bodies until each is answered with 200 or 201. They are made beforehand: on
     * the same cores, making them would take time from who is measured.
     */
    Result post(String url, int count, IntFunction<Buffer> bodies) throws Exception {
        var run = new Run(url, IntStream.range(0, count).mapToObj(bodies).toList());
        long start = System.nanoTime();
        run.begin();
        Patience.USUAL.await("%,d posts".formatted(count), run.end::isDone, run.ended::get);
        return new Result(run.latencies, run.end.get() - start, run.refused.get());
    }

    private final class Run {
        private final RequestOptions request;
        private final List<Buffer> bodies;
        private final long[] latencies;
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        /** Completed with the time of the last answer. */
        private final CompletableFuture<Long> end = new CompletableFuture<>();

        Run(String url, List<Buffer> bodies) {
            this.request = new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url);
            this.bodies = bodies;
            this.latencies = new long[bodies.size()];
        }

        void begin() {
            for (int i = 0; i < clients; i++) {
                next();
            }
        }

        private void next() {
            int number = started.getAndIncrement();
            if (number < latencies.length) {
                post(number, bodies.get(number), System.nanoTime());
            }
        }

        private void post(int number, Buffer body, long start) {
            client.request(request)
                    .compose(it -> it.putHeader("content-type", "application/json").send(body))
                    .compose(
                            response ->
                                    response.body()
                                            .map(
                                                    it ->
                                                            PostAnswer.of(
                                                                    response.statusCode(),
                                                                    it.toString())))
                    .onSuccess(
                            answer -> {
                                switch (answer) {
                                    case TAKEN -> answered(number, System.nanoTime() - start);
                                    case REFUSED -> again(number, body, start);
                                }
                            })
                    .onFailure(end::completeExceptionally);
        }

        private void again(int number, Buffer body, long start) {
            refused.incrementAndGet();
            vertx.setTimer(MILLIS_AFTER_REFUSAL, _ -> post(number, body, start));
        }

        private void answered(int number, long nanos) {
            latencies[number] = nanos;
            if (ended.incrementAndGet() == latencies.length) {
                end.complete(System.nanoTime());
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
