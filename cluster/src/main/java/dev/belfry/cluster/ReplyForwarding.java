package dev.belfry.cluster;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.OrphanReplies;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends replies whose shard has moved away to all members: whoever waits for the attempt takes it.
 * Twice, because the new owner may be no member in this node's view yet, or out of reach for a
 * moment; a second one changes nothing. Thread-safe.
 */
public final class ReplyForwarding implements OrphanReplies, AutoCloseable {
    public static final String URI = "/replies";

    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(2);

    private final NodeId self;
    private final Supplier<Collection<NodeRow>> members;
    private final Consumer<OrphanReply> here;
    private final Peers peers;
    private final Forwarding.Pauser pauser;
    private final Map<Long, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * A way for replies out of this node.
     *
     * @param here takes those for this node itself: the shard may have come back
     */
    public ReplyForwarding(
            NodeId self,
            Supplier<Collection<NodeRow>> members,
            Consumer<OrphanReply> here,
            Peers peers,
            Forwarding.Pauser pauser) {
        this.self = self;
        this.members = members;
        this.here = here;
        this.peers = peers;
        this.pauser = pauser;
    }

    @Override
    public void accept(ShardId shard, AttemptId attempt, CallbackReply reply) {
        var orphan = new OrphanReply(shard, attempt, reply);
        long number = numbers.incrementAndGet();
        var told = new CompletableFuture<Void>();
        underWay.put(number, told);
        pauser.after(Duration.ZERO, () -> tellMembers(orphan, () -> {}));
        pauser.after(
                AGAIN,
                () ->
                        tellMembers(
                                orphan,
                                () -> {
                                    underWay.remove(number);
                                    told.complete(null);
                                }));
    }

    private void tellMembers(OrphanReply orphan, Runnable done) {
        here.accept(orphan);
        var headers = MultiMap.caseInsensitiveMultiMap().set("Content-Type", "application/json");
        var message = new Message(HttpMethod.POST, URI, headers, Buffer.buffer(orphan.toBytes()));
        var told =
                members.get().stream()
                        .filter(member -> !member.incarnation().node().equals(self))
                        .map(member -> peers.tell(member, message, PATIENCE))
                        .toArray(CompletableFuture[]::new);
        var _ = CompletableFuture.allOf(told).whenComplete((_, _) -> done.run());
    }

    /** Waits until replies under way have been told, for a bounded time. */
    @Override
    public void close() {
        var all = CompletableFuture.allOf(underWay.values().toArray(CompletableFuture[]::new));
        all.completeOnTimeout(null, CLOSED_WITHIN.toMillis(), TimeUnit.MILLISECONDS).join();
    }
}
