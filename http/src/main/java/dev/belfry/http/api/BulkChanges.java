package dev.belfry.http.api;

import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.node.route.Passage;
import dev.belfry.operate.access.Caller;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Changes single timers as a bulk job asks, by the calls that clients make. Thread-safe. */
final class BulkChanges implements BulkPage.Changes {
    private static final String TIMER = "/api/v1/groups/{groupId}/timers/{timerId}";

    private final List<Route> routes;
    private final Reads reads;
    private final Duration timeout;

    /**
     * @param routes the calls of single timers
     * @param timeout how long each may take
     */
    BulkChanges(List<Route> routes, Reads reads, Duration timeout) {
        this.routes = routes;
        this.reads = reads;
        this.timeout = timeout;
    }

    /** A refusal that is thrown must not keep the job from the other timers. */
    @Override
    public CompletableFuture<BulkReply> make(BulkJob job, Timer timer) {
        return CompletableFuture.completedFuture(timer)
                .thenApply(it -> callFor(job, it))
                .<Answer>thenCompose(call -> call.route().handler().apply(call).thenApply(it -> it))
                .thenApply(BulkReply::of)
                .exceptionally(failure -> BulkReply.of(Problems.of(failure, job.id())));
    }

    private Call callFor(BulkJob job, Timer timer) {
        var headers =
                MultiMap.caseInsensitiveMultiMap()
                        .set("Content-Type", Answer.JSON)
                        .set("If-Match", EntityTag.of(timer.revision()));
        return new Call(
                routeOf(job.action()),
                Passage.fromClient(System.nanoTime() + timeout.toNanos()),
                Map.of("groupId", job.group().value(), "timerId", timer.key().id()),
                Query.NONE,
                headers,
                CallerHeader.read(job.caller()).orElse(Caller.NOBODY),
                new CallerNetwork("bulk"),
                Trail.NONE,
                bodyFor(job, timer),
                reads::run);
    }

    private static Body bodyFor(BulkJob job, Timer timer) {
        if (job.action() != BulkJob.Action.POSTPONE) {
            return Body.NONE;
        }
        var last = Instants.max(timer.spec().executeAt(), timer.fireAt());
        var at = InstantText.format(last.plus(job.by()));
        var bytes = "{\"executeAt\":\"%s\"}".formatted(at).getBytes(StandardCharsets.UTF_8);
        return new Body(bytes, 0, bytes.length);
    }

    private Route routeOf(BulkJob.Action action) {
        return switch (action) {
            case DELETE -> route(HttpMethod.DELETE, TIMER);
            case FIRE -> route(HttpMethod.POST, TIMER + "/fire");
            case POSTPONE -> route(HttpMethod.PATCH, TIMER);
            case REDRIVE -> route(HttpMethod.POST, TIMER + "/redrive");
        };
    }

    private Route route(HttpMethod method, String path) {
        return routes.stream()
                .filter(it -> it.method().equals(method) && it.path().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
