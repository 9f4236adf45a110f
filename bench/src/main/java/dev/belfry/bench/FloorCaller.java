package dev.belfry.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The bare Vert.x client: posts the same bytes again and again and looks at each status. */
final class FloorCaller {
    static final String COMMAND = "floor-caller";

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final RequestOptions request;
    private final Buffer body;
    private final AtomicInteger toStart;
    private final CountDownLatch toEnd;

    private FloorCaller(String url, int count, int bytes) {
        this.request = new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url);
        this.body = Buffer.buffer("\"" + "x".repeat(bytes - 2) + "\"");
        this.toStart = new AtomicInteger(count);
        this.toEnd = new CountDownLatch(count);
    }

    static void run(Options options) throws InterruptedException {
        int inFlight = options.number("in-flight", 200);
        var caller =
                new FloorCaller(
                        options.text("url", ""),
                        options.number("count", 1),
                        options.number("bytes", 400));
        options.requireNoMore();
        caller.call(inFlight);
    }

    /** One client for each event loop, as Belfry has it. */
    private void call(int inFlight) throws InterruptedException {
        int loops = Runtime.getRuntime().availableProcessors();
        for (int loop = 0; loop < loops; loop++) {
            int share = inFlight / loops;
            vertx.deployVerticle(
                    context -> {
                        var client =
                                vertx.createHttpClient(
                                        new HttpClientOptions(),
                                        new PoolOptions().setHttp1MaxSize(share));
                        for (int i = 0; i < share; i++) {
                            next(client);
                        }
                        return Future.succeededFuture();
                    });
        }
        toEnd.await();
        System.exit(0);
    }

    private void next(HttpClient client) {
        if (toStart.getAndDecrement() <= 0) {
            return;
        }
        client.request(request)
                .compose(it -> it.putHeader("content-type", "application/json").send(body))
                .compose(response -> response.body().map(_ -> response.statusCode()))
                .onSuccess(
                        status -> {
                            if (status != 204) {
                                fail(new IllegalStateException("status " + status));
                            }
                            toEnd.countDown();
                            next(client);
                        })
                .onFailure(FloorCaller::fail);
    }

    private static void fail(Throwable failure) {
        failure.printStackTrace();
        System.exit(1);
    }
}
