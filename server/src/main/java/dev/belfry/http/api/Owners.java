package dev.belfry.http.api;

import dev.belfry.cluster.Delivery;
import dev.belfry.cluster.Errand;
import dev.belfry.cluster.Forwarding;
import dev.belfry.cluster.Message;
import dev.belfry.cluster.Passage;
import dev.belfry.cluster.Trial;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Brings each change to the owner of its shard, on this node or another. Thread-safe. */
public final class Owners {
    /** What an owner needs of a request besides its path and body. */
    private static final List<String> TAKEN_ALONG =
            List.of("Content-Type", "If-Match", "traceparent", "tracestate");

    private final Forwarding forwarding;
    private final Sender sender;

    /** Sends a request to another node, once. */
    public interface Sender {
        CompletableFuture<Delivery> send(NodeRow node, Message message, Passage onward);
    }

    public Owners(Forwarding forwarding, Sender sender) {
        this.forwarding = forwarding;
        this.sender = sender;
    }

    <R> CompletableFuture<List<R>> run(Errand<R> errand, Passage passage) {
        return forwarding.run(errand, passage);
    }

    /**
     * Has one change made, and gives its owner's answer.
     *
     * @param change asks the engine of this node, which has so long
     */
    CompletableFuture<Answer> change(
            TimerKey key,
            ShardId shard,
            Call call,
            Function<Duration, CompletableFuture<Outcome>> change) {
        return run(new OneChange(key, shard, call, change), call.passage())
                .thenApply(List::getFirst);
    }

    /** One request for one timer: it is passed on as it is. */
    private final class OneChange implements Errand<Answer> {
        private final TimerKey key;
        private final ShardId shard;
        private final Call call;
        private final Function<Duration, CompletableFuture<Outcome>> change;

        OneChange(
                TimerKey key,
                ShardId shard,
                Call call,
                Function<Duration, CompletableFuture<Outcome>> change) {
            this.key = key;
            this.shard = shard;
            this.call = call;
            this.change = change;
        }

        @Override
        public List<ShardId> shards() {
            return List.of(shard);
        }

        /** The engine answers on a loop's thread, which must not be kept with writing JSON. */
        @Override
        public CompletableFuture<Trial<Answer>> here(int item) {
            return change.apply(timeLeft(call))
                    .thenApplyAsync(
                            outcome -> trial(outcome, Result.answer(Result.of(key, outcome))),
                            call.work());
        }

        @Override
        public CompletableFuture<List<Trial<Answer>>> there(
                NodeRow owner, List<Integer> items, Passage onward) {
            var body = call.body();
            return send(owner, call, body.array(), body.from(), body.size(), onward)
                    .thenApplyAsync(
                            delivery -> List.of(PeerAnswers.one(owner, delivery)), call.work());
        }
    }

    static Duration timeLeft(Call call) {
        return call.passage().left(System.nanoTime());
    }

    /**
     * A node without proof of life answers at once: it can not say how long that will last, and
     * whoever waits for a database that is away only adds to what it finds when it is back.
     */
    static <R> Trial<R> trial(Outcome outcome, R answer) {
        return outcome.equals(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER))
                ? new Trial.NotApplied<>(answer)
                : new Trial.Final<>(answer);
    }

    CompletableFuture<Delivery> send(
            NodeRow owner, Call call, byte[] bytes, int from, int size, Passage onward) {
        var body = Buffer.buffer(size).setBytes(0, bytes, from, size);
        var message = new Message(call.route().method(), call.uri(), takenAlong(call), body);
        return sender.send(owner, message, onward);
    }

    private static MultiMap takenAlong(Call call) {
        var headers = MultiMap.caseInsensitiveMultiMap();
        TAKEN_ALONG.forEach(name -> headers.add(name, call.headers().getAll(name)));
        return headers;
    }
}
