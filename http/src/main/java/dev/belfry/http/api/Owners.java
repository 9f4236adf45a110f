package dev.belfry.http.api;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.http.peer.PeerRequest;
import dev.belfry.http.peer.PeerResponse;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.node.route.BatchErrand;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Errand;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.Router;
import dev.belfry.node.route.Trial;
import dev.belfry.operate.trace.TraceContext;
import dev.belfry.operate.trace.TraceSpan;
import dev.belfry.operate.trace.Tracing;
import dev.belfry.operate.trace.Tracing.SpanKind;
import dev.belfry.operate.trace.Tracing.SpanOrigin;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Brings the changes of HTTP requests to the owners of their shards. Thread-safe. */
public final class Owners {
    /** What an owner needs of a request besides its path and body. */
    private static final List<String> TAKEN_ALONG =
            List.of("Content-Type", "If-Match", "traceparent", "tracestate", Preference.HEADER);

    private final Router router;
    private final Submitter engine;
    private final Sender sender;
    private final Tracing tracing;

    /** Has a change made on this node, which has so long. */
    public interface Submitter {
        CompletableFuture<Outcome> submit(TimerChange change, Duration timeout);
    }

    /** Sends a request to another node, once. */
    public interface Sender {
        CompletableFuture<Delivery<PeerResponse>> send(
                NodeRow node, PeerRequest request, Passage onward);
    }

    public Owners(Router router, Submitter engine, Sender sender, Tracing tracing) {
        this.router = router;
        this.engine = engine;
        this.sender = sender;
        this.tracing = tracing;
    }

    /** Has one change made, and gives its owner's answer. */
    CompletableFuture<Answer> change(TimerChange change, Call call) {
        return router.route(new OneChange(change, call), call.passage());
    }

    <A> CompletableFuture<List<A>> changeAll(BatchErrand<A> errand, Call call) {
        return router.routeAll(errand, call.passage());
    }

    /** One request for one timer. */
    private final class OneChange implements Errand<Answer> {
        private final TimerChange change;
        private final Call call;

        OneChange(TimerChange change, Call call) {
            this.change = change;
            this.call = call;
        }

        @Override
        public ShardId shard() {
            return change.shard();
        }

        /** The engine answers on a loop's thread, which must not be kept with writing JSON. */
        @Override
        public CompletableFuture<Trial<Answer>> here() {
            return submit(change, call)
                    .thenApplyAsync(
                            outcome ->
                                    Trial.of(
                                            outcome,
                                            Result.answer(Result.of(change.key(), outcome))),
                            call.work());
        }

        @Override
        public CompletableFuture<Delivery<Trial<Answer>>> there(NodeRow owner, Passage onward) {
            var body = call.body();
            return send(owner, call, body.array(), body.from(), body.size(), onward)
                    .thenApplyAsync(
                            delivery -> delivery.read(it -> PeerAnswers.one(owner, it)),
                            call.work());
        }

        @Override
        public Answer unreachable(NodeRow owner, String why) {
            return ProblemJson.answer(PeerAnswers.unreachable(owner, why));
        }

        @Override
        public Answer silent(NodeRow owner, String why) {
            return ProblemJson.answer(PeerAnswers.silent(owner, why));
        }
    }

    /** Has a change made on this node. */
    CompletableFuture<Outcome> submit(TimerChange change, Call call) {
        if (!tracing.isOn()) {
            return engine.submit(change, timeLeft(call));
        }
        return TracedRoutes.of(call)
                .map(parent -> traced(change, call, parent))
                .orElseGet(() -> engine.submit(change, timeLeft(call)));
    }

    /** The wait for a group commit and for the store, as a span: attempts of a new timer follow. */
    private CompletableFuture<Outcome> traced(TimerChange change, Call call, TraceContext parent) {
        var key = change.key();
        var place = TraceContext.ofTimer(parent.traceId(), parent.sampled(), TimerUuid.of(key));
        var origin =
                call.route().makesTimers()
                        ? new SpanOrigin.At(place, parent)
                        : new SpanOrigin.PartOf(parent);
        var span =
                tracing.begin(SpanKind.INTERNAL, "commit", origin)
                        .note("belfry.group", key.group().value())
                        .note("belfry.timer", key.id())
                        .note("belfry.shard", change.shard().index());
        return engine.submit(change, timeLeft(call)).whenComplete((it, _) -> end(span, it));
    }

    private static void end(TraceSpan span, @Nullable Outcome outcome) {
        if (outcome instanceof Outcome.Decided(var decision, _)) {
            span.note("belfry.verdict", decision.verdict().name().toLowerCase(Locale.ROOT)).end();
        } else {
            span.fail(String.valueOf(outcome));
        }
    }

    static Duration timeLeft(Call call) {
        return call.passage().left(System.nanoTime());
    }

    CompletableFuture<Delivery<PeerResponse>> send(
            NodeRow owner, Call call, byte[] bytes, int from, int size, Passage onward) {
        var body = Buffer.buffer(size).setBytes(0, bytes, from, size);
        var request = new PeerRequest(call.route().method(), call.uri(), takenAlong(call), body);
        return sender.send(owner, request, onward);
    }

    /** A look that the owner is to have in place of this node. */
    static PeerRequest asked(Call call) {
        return new PeerRequest(
                call.route().method(), call.uri(), takenAlong(call), Buffer.buffer());
    }

    private static MultiMap takenAlong(Call call) {
        var headers = MultiMap.caseInsensitiveMultiMap();
        TAKEN_ALONG.forEach(name -> headers.add(name, call.headers().getAll(name)));
        return headers.set(RequestId.HEADER, call.trail().requestId())
                .set(CallerHeader.NAME, CallerHeader.text(call.caller()));
    }
}
