package dev.belfry.bench.harness;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;

/** The Vert.x client as it is, which makes Belfry's callbacks too. Thread-safe. */
public record BareClient(HttpClient client, RequestOptions request) {
    private static final int TAKEN = 204;

    public static BareClient to(String url, Vertx vertx, int connections) {
        return new BareClient(
                vertx.createHttpClient(
                        new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(connections)),
                new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url));
    }

    /** Ends well when the receiver has taken it. */
    public Future<Void> post(Buffer body) {
        return client.request(request)
                .compose(it -> it.putHeader("content-type", "application/json").send(body))
                .compose(response -> response.body().map(_ -> response.statusCode()))
                .compose(
                        status ->
                                status == TAKEN
                                        ? Future.succeededFuture()
                                        : Future.failedFuture("status " + status));
    }
}
