package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of the placement, over many sets of nodes with names by chance. */
class PlacementTest {
    private static final GroupId GROUP = new GroupId("orders");
    private static final int SETS = 20;

    private final RandomGenerator random = new SplittableRandom(7);

    private static Group group(int shards) {
        return Group.of(GROUP.value(), shards);
    }

    private NodeRow node(int weight) {
        return node(weight, Set.of(GROUP));
    }

    private NodeRow node(int weight, Set<GroupId> groups) {
        return node(weight, groups, Placement.VERSION);
    }

    private NodeRow node(int weight, Set<GroupId> groups, int version) {
        var name = "node-" + Long.toHexString(random.nextLong());
        return new NodeRow(
                new Incarnation(new NodeId(name), 1),
                "http://" + name,
                groups,
                weight,
                version,
                NodeVersion.UNTOLD,
                1,
                Instant.EPOCH);
    }

    private List<NodeRow> nodes(int count) {
        return IntStream.range(0, count).mapToObj(_ -> node(1)).toList();
    }

    private static Map<ShardId, NodeId> placed(Collection<NodeRow> nodes, int shards) {
        var placed = Placement.of(View.of(nodes), group(shards));
        var owners = new LinkedHashMap<ShardId, NodeId>();
        for (var shard : group(shards).shards()) {
            placed.ownerOf(shard).ifPresent(owner -> owners.put(shard, owner));
        }
        return owners;
    }

    private static Map<NodeId, Long> shares(Map<ShardId, NodeId> owners) {
        return owners.values().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 256, 4_096})
    void ofThreeNodesNoneHasMoreThanATenthOrOneShardAboveTheMean(int shards) {
        double mean = shards / 3.0;
        for (int i = 0; i < SETS; i++) {
            var owners = placed(nodes(3), shards);
            assertThat(owners).hasSize(shards);
            assertThat(shares(owners).values())
                    .hasSize(3)
                    .allSatisfy(
                            share ->
                                    assertThat((double) share)
                                            .isBetween(
                                                    mean - Math.max(1, mean / 10),
                                                    mean + Math.max(1, mean / 10)));
        }
    }

    @Test
    void everyShardHasOneOwnerAndSharesFollowTheWeights() {
        for (int i = 0; i < SETS; i++) {
            int shards = random.nextInt(1, 600);
            var nodes = random.ints(random.nextInt(1, 12), 1, 9).mapToObj(this::node).toList();
            long weights = nodes.stream().mapToLong(NodeRow::weight).sum();
            var owners = placed(nodes, shards);
            var shares = shares(owners);
            assertThat(owners.keySet()).containsExactlyInAnyOrderElementsOf(group(shards).shards());
            for (var node : nodes) {
                double exact = shards * (double) node.weight() / weights;
                assertThat((double) shares.getOrDefault(node.incarnation().node(), 0L))
                        .isLessThanOrEqualTo(exact + Math.max(1, exact / 10));
            }
        }
    }

    /** A leave is a join the other way round. */
    @ParameterizedTest
    @CsvSource({"16, 1.4", "256, 1.1", "4096, 1.01"})
    void afterAJoinOrALeaveHardlyAnyShardMovesThatNeedNot(int shards, double most) {
        long moved = 0;
        long needed = 0;
        for (int i = 0; i < SETS; i++) {
            var nodes = nodes(4);
            var before = placed(nodes.subList(0, 3), shards);
            var after = placed(nodes, shards);
            moved += moved(before, after);
            needed += shares(after).get(nodes.getLast().incarnation().node());
        }
        assertThat((double) moved / needed).isBetween(1.0, most);
    }

    private static long moved(Map<ShardId, NodeId> before, Map<ShardId, NodeId> after) {
        return before.entrySet().stream()
                .filter(it -> !it.getValue().equals(after.get(it.getKey())))
                .count();
    }

    @Test
    void everyNodeServesEveryGroupAndThoseWithoutWeightGetNothing() {
        var idle = node(0);
        var worker = node(1);
        var other = node(1, Set.of(new GroupId("paper")));
        assertThat(shares(placed(List.of(idle, worker, other), 16)).keySet())
                .containsExactlyInAnyOrder(worker.incarnation().node(), other.incarnation().node());
        assertThat(placed(List.of(idle), 16)).isEmpty();
    }

    @Test
    void besideANodeOfTheFirstVersionAGroupIsServedByThoseThatNameIt() {
        var old = node(1, Set.of(new GroupId("paper")), 1);
        var naming = node(1, Set.of(GROUP), 1);
        var silent = node(1, Set.of());
        assertThat(placed(List.of(old, naming, silent), 16))
                .hasSize(16)
                .allSatisfy((_, owner) -> assertThat(owner).isEqualTo(naming.incarnation().node()));
    }

    @Test
    void aGroupThatNobodyNamesIsServedByThoseThatServeAll() {
        var old = node(1, Set.of(new GroupId("paper")), 1);
        var silent = node(1, Set.of());
        assertThat(placed(List.of(old, silent), 16))
                .hasSize(16)
                .allSatisfy((_, owner) -> assertThat(owner).isEqualTo(silent.incarnation().node()));
    }

    @Test
    void whatElseANodeShowsChangesNothing() {
        var nodes = new ArrayList<>(nodes(5));
        var before = placed(nodes, 256);
        nodes.replaceAll(
                it ->
                        new NodeRow(
                                new Incarnation(it.incarnation().node(), 7),
                                "http://elsewhere",
                                it.groups(),
                                it.weight(),
                                it.placementVersion(),
                                it.version(),
                                it.beat() + 9,
                                Instant.EPOCH.plusSeconds(5)));
        assertThat(placed(nodes, 256)).isEqualTo(before);
    }

    private record Bid(ShardId shard, NodeId node, long score) {}

    /** The rule in its plain form: all pairs, sorted by their scores. */
    private static Map<ShardId, NodeId> servedInOrder(Collection<NodeRow> nodes, int shards) {
        var room = new HashMap<NodeId, Integer>();
        int each = shards / nodes.size();
        var first =
                nodes.stream()
                        .map(node -> node.incarnation().node())
                        .sorted(
                                Comparator.comparingLong(
                                        node -> -ShardScores.of(GROUP.value(), node)))
                        .limit(shards % nodes.size())
                        .collect(Collectors.toSet());
        nodes.forEach(
                node -> {
                    int share = each + (first.contains(node.incarnation().node()) ? 1 : 0);
                    room.put(node.incarnation().node(), share + share / 20);
                });
        var owners = new HashMap<ShardId, NodeId>();
        group(shards).shards().stream()
                .flatMap(shard -> room.keySet().stream().map(node -> bid(shard, node)))
                .sorted(
                        Comparator.comparingLong(Bid::score)
                                .reversed()
                                .thenComparing(Bid::shard)
                                .thenComparing(Bid::node))
                .forEach(
                        bid -> {
                            if (!owners.containsKey(bid.shard()) && room.get(bid.node()) > 0) {
                                owners.put(bid.shard(), bid.node());
                                room.merge(bid.node(), -1, Integer::sum);
                            }
                        });
        return owners;
    }

    private static Bid bid(ShardId shard, NodeId node) {
        return new Bid(shard, node, ShardScores.of(shard.toString(), node));
    }

    /** Nodes of an earlier release sorted all pairs, and must come to the same. */
    @ParameterizedTest
    @CsvSource({"1, 16", "3, 16", "7, 256", "30, 256", "100, 64", "20, 1024"})
    void theHighestScoresOfAllAreServedFirst(int count, int shards) {
        for (int i = 0; i < 5; i++) {
            var nodes = nodes(count);
            assertThat(placed(nodes, shards)).isEqualTo(servedInOrder(nodes, shards));
        }
    }
}
