package dev.belfry.node.route;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.Confirmation;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Has all members confirm a pause, or its end, that is written down. Thread-safe. */
public final class PauseNews {
    private final Ports ports;

    /** What there is to be told. */
    public enum Kind {
        PAUSED,
        RESUMED
    }

    /** Tells another node, and says whether it has confirmed it in time. */
    public interface Teller {
        CompletableFuture<Boolean> tell(NodeRow member, GroupId group, Kind kind);
    }

    /**
     * All that it has of the world outside.
     *
     * @param self where this process listens: another one under its name must be told
     */
    public record Ports(
            String self,
            Supplier<CompletableFuture<Members>> members,
            Function<GroupId, CompletableFuture<List<ShardRow>>> shards,
            Teller teller) {}

    public PauseNews(Ports ports) {
        this.ports = ports;
    }

    /**
     * Tells all members read after the write: who is not among them claims, and reads, later.
     *
     * @param own what this node's loops have confirmed
     * @return the shards of those that have not confirmed it
     */
    public CompletableFuture<List<ShardId>> unconfirmed(
            GroupId group, Kind kind, Confirmation own) {
        return ports.members()
                .get()
                .thenCompose(members -> tell(members.nodes(), group, kind, own));
    }

    private CompletableFuture<List<ShardId>> tell(
            Collection<NodeRow> members, GroupId group, Kind kind, Confirmation own) {
        var confirmed = CompletableFuture.completedFuture(Set.<NodeId>of());
        for (var member : members) {
            confirmed = confirmed.thenCombine(tell(member, group, kind, own), PauseNews::union);
        }
        return confirmed.thenCompose(
                nodes ->
                        own.isComplete() && nodes.containsAll(ids(members))
                                ? CompletableFuture.completedFuture(List.of())
                                : ports.shards()
                                        .apply(group)
                                        .thenApply(rows -> missing(rows, nodes, own)));
    }

    /** The node, if it has confirmed it. */
    private CompletableFuture<Set<NodeId>> tell(
            NodeRow member, GroupId group, Kind kind, Confirmation own) {
        var node = member.incarnation().node();
        var heard =
                member.address().equals(ports.self())
                        ? CompletableFuture.completedFuture(own.isComplete())
                        : ports.teller().tell(member, group, kind);
        return heard.thenApply(has -> has ? Set.of(node) : Set.of());
    }

    private static Set<NodeId> union(Set<NodeId> some, Set<NodeId> more) {
        var all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    private static Set<NodeId> ids(Collection<NodeRow> members) {
        var ids = new HashSet<NodeId>();
        members.forEach(member -> ids.add(member.incarnation().node()));
        return ids;
    }

    /** Also shards without an owner: one who has not confirmed may be claiming them. */
    private static List<ShardId> missing(
            List<ShardRow> rows, Set<NodeId> confirmed, Confirmation own) {
        return rows.stream()
                .filter(row -> row.owner().map(it -> !confirmed.contains(it.node())).orElse(true))
                .map(ShardRow::shard)
                .filter(shard -> !own.shards().contains(shard))
                .toList();
    }
}
