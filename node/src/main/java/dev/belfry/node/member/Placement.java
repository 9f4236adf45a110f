package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.GroupId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
     * place by the lowest. Nodes of version 1 serve only the groups that they name in their rows;
     * later ones serve all.
     */
    public static final int VERSION = 2;

    /**
     * A share may be exceeded by this part of it: where shares are exact, every shard that comes to
     * a full node pushes another one on.
     */
    private static final int SLACK = 20;

    /** From this version on a node serves all groups there are. */
    private static final int SERVING_ALL = 2;

    private Placement() {}

    /** The owner of each shard; nobody's if no node in the view serves the group. */
    public static PlacedGroup of(View view, Group group) {
        var rows = serving(view.members().values(), group.id());
        var nodes = rows.stream().map(Placement::nodeOf).toList();
        var owners = new int[group.shardCount()];
        Arrays.fill(owners, -1);
        if (!nodes.isEmpty()) {
            place(new ShardScores(group, nodes), shares(rows, group), owners);
        }
        return new PlacedGroup(group.id(), nodes, owners);
    }

    /**
     * Who serves a group. Beside a node of version 1 all follow its rule, by which a node that
     * names the group serves it; a group that nobody names is unknown to such a node.
     */
    private static List<NodeRow> serving(Collection<NodeRow> members, GroupId group) {
        boolean anyNames = members.stream().anyMatch(row -> row.groups().contains(group));
        boolean byNames = anyNames && members.stream().anyMatch(row -> !servesAll(row));
        return members.stream()
                .filter(row -> row.weight() > 0)
                .filter(row -> byNames ? row.groups().contains(group) : servesAll(row))
                .toList();
    }

    /** Whether a node serves all groups there are, and not only those that it names. */
    public static boolean servesAll(NodeRow row) {
        return row.placementVersion() >= SERVING_ALL;
    }

    /**
     * To serve the highest scores first is the same as to let each shard ask its nodes from its
     * best one on, where a full node sends away the worst that it has: but for the sorting of all
     * pairs.
     */
    private static void place(ShardScores scores, Share[] shares, int[] owners) {
        for (int shard = 0; shard < owners.length; shard++) {
            int asking = shard;
            while (asking >= 0) {
                int node = next(scores, asking, owners[asking], shares.length);
                owners[asking] = node;
                asking = node < 0 ? -1 : shares[node].take(asking, scores.of(asking, node));
            }
        }
    }

    /** The best node for a shard after the one that it has asked before, by the order of nodes. */
    private static int next(ShardScores scores, int shard, int before, int nodes) {
        long below = before < 0 ? Long.MAX_VALUE : scores.of(shard, before);
        int best = -1;
        long highest = -1;
        for (int node = 0; node < nodes; node++) {
            long score = scores.of(shard, node);
            boolean isLeft = score < below || (score == below && node > before);
            if (isLeft && score > highest) {
                best = node;
                highest = score;
            }
        }
        return best;
    }

    private static Share[] shares(List<NodeRow> nodes, Group group) {
        var room = room(nodes, group);
        return nodes.stream()
                .map(node -> new Share(room.getOrDefault(nodeOf(node), 0)))
                .toArray(Share[]::new);
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
                                        node -> -ShardScores.of(group.id().value(), nodeOf(node))))
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
}
