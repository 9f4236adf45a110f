package dev.belfry.bench.floors;

import dev.belfry.bench.harness.BareClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Posts the same bytes again and again by the bare client. */
public final class BareCaller {
    private final Buffer body;
    private final AtomicInteger toStart;
    private final CountDownLatch toEnd;

    private BareCaller(int count, int bytes) {
        this.body = Buffer.buffer("\"" + "x".repeat(bytes - 2) + "\"");
        this.toStart = new AtomicInteger(count);
        this.toEnd = new CountDownLatch(count);
    }

    /** With a URL, how many to post, how many of them at a time, and how many bytes each has. */
    public static void main(String[] args) throws InterruptedException {
        new BareCaller(Integer.parseInt(args[1]), Integer.parseInt(args[3]))
                .call(args[0], Integer.parseInt(args[2]));
        System.exit(0);
    }

    /** One client for each event loop, as Belfry has it. */
    private void call(String url, int inFlight) throws InterruptedException {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        int loops = Runtime.getRuntime().availableProcessors();
        for (int loop = 0; loop < loops; loop++) {
            vertx.deployVerticle(
                    _ -> {
                        var client = BareClient.to(url, vertx, inFlight / loops);
                        for (int i = 0; i < inFlight / loops; i++) {
                            next(client);
                        }
                        return Future.succeededFuture();
                    });
        }
        toEnd.await();
    }

    private void next(BareClient client) {
        if (toStart.getAndDecrement() > 0) {
            client.post(body)
                    .onSuccess(
                            _ -> {
                                toEnd.countDown();
                                next(client);
                            })
                    .onFailure(BareCaller::fail);
        }
    }

    static void fail(Throwable failure) {
        failure.printStackTrace();
        System.exit(1);
    }
}
