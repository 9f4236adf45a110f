package dev.belfry.http.callback;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One event loop with connections of its own, so that an attempt never changes threads. Confined to
 * that event loop, but for {@link #run}.
 *
 * <p>A receiver may close a connection that has been idle for a while just when the next request is
 * on its way, and nobody can tell whether it was read. So a connection that has been idle for
 * longer than the shortest idle limit of common servers is not used again: it is closed while that
 * is still harmless.
 */
final class Lane {
    /** Below the 2 s of gunicorn, the shortest idle limit that is common. */
    private static final Duration MAX_IDLE = Duration.ofMillis(1_500);

    private final Vertx vertx;
    private final Context context;
    private final HttpClient client;
    private final Destinations destinations;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final IdentityHashMap<HttpConnection, Long> idleSince = new IdentityHashMap<>();

    Lane(Vertx vertx, Context context, HttpClient client, Destinations destinations) {
        this.vertx = vertx;
        this.context = context;
        this.client = client;
        this.destinations = destinations;
    }

    /**
     * Runs something on the event loop, after all that has arrived there by now. The loop is told
     * of the first task only of those that come together. Thread-safe.
     */
    void run(Runnable task) {
        tasks.add(task);
        tellOfTasks();
    }

    private void tellOfTasks() {
        if (told.compareAndSet(false, true)) {
            context.runOnContext(_ -> runTasks());
        }
    }

    /** A task that comes from now on is told of anew; so are those behind one that throws. */
    private void runTasks() {
        told.set(false);
        try {
            for (var task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        } finally {
            if (!tasks.isEmpty()) {
                tellOfTasks();
            }
        }
    }

    long after(long millis, Runnable task) {
        return vertx.setTimer(millis, _ -> task.run());
    }

    void cancel(long timer) {
        vertx.cancelTimer(timer);
    }

    /** A request that nothing has been sent of, on a connection that is new or was used lately. */
    Future<HttpClientRequest> request(Target target, MultiMap headers) {
        return destinations
                .find(target)
                .compose(server -> request(target.options(server).setHeaders(headers)));
    }

    private Future<HttpClientRequest> request(RequestOptions options) {
        return client.request(options).compose(request -> ifLively(request, options));
    }

    private Future<HttpClientRequest> ifLively(HttpClientRequest request, RequestOptions options) {
        var since = idleSince.remove(request.connection());
        if (since == null || System.nanoTime() - since <= MAX_IDLE.toNanos()) {
            return Future.succeededFuture(request);
        }
        var connection = request.connection();
        request.reset();
        connection.close();
        return request(options);
    }

    /** Remembers when a connection became idle; HTTP/2 says by itself when it wants to go. */
    void becameIdle(HttpClientRequest request) {
        if (request.version() != HttpVersion.HTTP_2) {
            var connection = request.connection();
            if (idleSince.put(connection, System.nanoTime()) == null) {
                connection.closeHandler(_ -> idleSince.remove(connection));
            }
        }
    }

    Future<Void> close() {
        return client.close();
    }
}
