package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Who should own the shards of a group: the same answer on every node with the same view.
 *
 * <p>Each node gets its share by weight, to within one shard or a twentieth. Which shards it gets
 * follows from a score of shard and node that does not depend on the other nodes (rendezvous
 * hashing): the highest scores are served first, so that few shards move when a node comes or goes.
 */
public final class Placement {
    /**
     * Raised when the function changes; nodes show theirs in their rows, so that a later one can
     * place by the lowest.
     */
    public static final int VERSION = 1;

    /**
     * A share may be exceeded by this part of it: where shares are exact, every shard that comes to
     * a full node pushes another one on.
     */
    private static final int SLACK = 20;

    private record Bid(ShardId shard, NodeId node, long score) {}

    private Placement() {}

    /** The owner of each shard; empty if no node in the view knows the group. */
    public static Map<ShardId, NodeId> of(View view, Group group) {
        var nodes =
                view.members().values().stream()
                        .filter(row -> row.weight() > 0 && row.groups().contains(group.id()))
                        .toList();
        var owners = new LinkedHashMap<ShardId, NodeId>();
        var room = room(nodes, group);
        for (var bid : bids(nodes, group)) {
            if (!owners.containsKey(bid.shard) && room.getOrDefault(bid.node, 0) > 0) {
                owners.put(bid.shard, bid.node);
                room.merge(bid.node, -1, Integer::sum);
            }
        }
        return owners;
    }

    /**
     * Whole shares by weight; what is left goes to the largest remainders, ties by score. And some
     * slack.
     */
    private static Map<NodeId, Integer> room(List<NodeRow> nodes, Group group) {
        long weights = nodes.stream().mapToLong(NodeRow::weight).sum();
        var shares = new HashMap<NodeId, Integer>();
        int left = group.shardCount();
        for (var node : nodes) {
            int whole = (int) (group.shardCount() * (long) node.weight() / weights);
            shares.put(node.incarnation().node(), whole);
            left -= whole;
        }
        nodes.stream()
                .sorted(
                        Comparator.comparingLong((NodeRow node) -> -remainder(node, group, weights))
                                .thenComparingLong(
                                        node -> -score(group.id().value(), nodeOf(node))))
                .limit(left)
                .forEach(node -> shares.merge(nodeOf(node), 1, Integer::sum));
        shares.replaceAll((_, share) -> share + share / SLACK);
        return shares;
    }

    private static long remainder(NodeRow node, Group group, long weights) {
        return group.shardCount() * (long) node.weight() % weights;
    }

    private static NodeId nodeOf(NodeRow node) {
        return node.incarnation().node();
    }

    private static List<Bid> bids(List<NodeRow> nodes, Group group) {
        var bids = new ArrayList<Bid>(nodes.size() * group.shardCount());
        for (var shard : group.shards()) {
            for (var node : nodes) {
                bids.add(new Bid(shard, nodeOf(node), score(shard.toString(), nodeOf(node))));
            }
        }
        bids.sort(
                Comparator.comparingLong(Bid::score)
                        .reversed()
                        .thenComparing(Bid::shard)
                        .thenComparing(Bid::node));
        return bids;
    }

    /** Well mixed and the same everywhere: a checksum, stirred by the finish of SplitMix64. */
    private static long score(String what, NodeId node) {
        var crc = new CRC32();
        crc.update((what + "|" + node.value()).getBytes(StandardCharsets.UTF_8));
        long z = crc.getValue() * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> 1;
    }
}
