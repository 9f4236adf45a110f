package dev.belfry.node.route;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.shard.OrphanReplies;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends replies whose shard has moved away to all members: whoever waits for the attempt takes it.
 * Twice, because the new owner may be no member in this node's view yet, or out of reach for a
 * moment; a second one changes nothing. Thread-safe.
 */
public final class ReplyForwarding implements OrphanReplies {
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Ports ports;
    private final Map<Long, CompletableFuture<Void>> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Tells another node of a reply; complete when it has heard it, or will not. */
    public interface Teller {
        CompletableFuture<?> tell(NodeRow member, OrphanReply orphan);
    }

    /**
     * All that it has of the world outside.
     *
     * @param members whom this node counts as alive, itself perhaps among them
     * @param here takes those for this node itself: the shard may have come back
     */
    public record Ports(
            NodeId self,
            Supplier<Collection<NodeRow>> members,
            Consumer<OrphanReply> here,
            Teller teller,
            Later later) {}

    public ReplyForwarding(Ports ports) {
        this.ports = ports;
    }

    @Override
    public void accept(ShardId shard, AttemptId attempt, AttemptResult result) {
        var orphan = new OrphanReply(shard, attempt, result);
        long number = numbers.incrementAndGet();
        var told = new CompletableFuture<Void>();
        open.put(number, told);
        ports.later().after(Duration.ZERO, () -> tellMembers(orphan, () -> {}));
        ports.later()
                .after(
                        AGAIN,
                        () ->
                                tellMembers(
                                        orphan,
                                        () -> {
                                            open.remove(number);
                                            told.complete(null);
                                        }));
    }

    private void tellMembers(OrphanReply orphan, Runnable done) {
        try {
            ports.here().accept(orphan);
            var told =
                    ports.members().get().stream()
                            .filter(member -> !member.incarnation().node().equals(ports.self()))
                            .map(member -> ports.teller().tell(member, orphan))
                            .toArray(CompletableFuture[]::new);
            var _ = CompletableFuture.allOf(told).whenComplete((_, _) -> done.run());
        } catch (RuntimeException e) {
            done.run();
            throw e;
        }
    }

    /** Complete when the replies that are on their way now have been told. */
    public CompletableFuture<Void> allTold() {
        return CompletableFuture.allOf(open.values().toArray(CompletableFuture[]::new));
    }
}
