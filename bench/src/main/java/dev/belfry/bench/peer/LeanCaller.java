package dev.belfry.bench.peer;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/** The client that Belfry uses, with a thread that waits for each answer. */
record LeanCaller(HttpClient client, RequestOptions request) implements Caller {
    private static final int CONNECTIONS = 200;

    static LeanCaller to(String receiver) {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        return new LeanCaller(
                vertx.createHttpClient(
                        new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(CONNECTIONS)),
                new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(receiver));
    }

    @Override
    public void post(String body) {
        int status =
                client.request(request)
                        .compose(
                                it ->
                                        it.putHeader("content-type", "application/json")
                                                .send(Buffer.buffer(body)))
                        .compose(response -> response.body().map(_ -> response.statusCode()))
                        .toCompletionStage()
                        .toCompletableFuture()
                        .join();
        if (status != 204) {
            throw new IllegalStateException("status " + status);
        }
    }
}
