package dev.belfry.bench;

import com.sun.management.ThreadMXBean;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.View;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/** What it costs a node to work out who owns what: time and garbage by nodes and shards. */
final class PlacementBench {
    private static final int[] NODES = {3, 10, 30, 100};
    private static final int[] SHARDS = {256, 4_096, 16_384, 65_536};

    /** The middle one of these counts. */
    private static final int ROUNDS = 9;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Cost(double millis, long kibibytes) {}

    private PlacementBench() {}

    static void run() {
        System.out.println("| nodes | shards | ms | KiB allocated |");
        System.out.println("|---:|---:|---:|---:|");
        for (int nodes : NODES) {
            for (int shards : SHARDS) {
                var cost = cost(view(nodes), Group.of("default", shards));
                System.out.printf(
                        "| %d | %d | %.1f | %d |%n",
                        nodes, shards, cost.millis(), cost.kibibytes());
            }
        }
    }

    private static View view(int nodes) {
        return View.of(IntStream.range(0, nodes).mapToObj(PlacementBench::node).toList());
    }

    private static NodeRow node(int number) {
        var name = "belfry-" + number;
        var groups = Set.of(Group.of("default", 1).id());
        return new NodeRow(
                new Incarnation(new NodeId(name), 1),
                "http://" + name,
                groups,
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                1,
                Instant.EPOCH);
    }

    private static Cost cost(View view, Group group) {
        var nanos = new long[ROUNDS];
        long before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            before = THREADS.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            Placement.of(view, group);
            nanos[round] = System.nanoTime() - began;
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        Arrays.sort(nanos);
        return new Cost(nanos[ROUNDS / 2] / 1e6, bytes >> 10);
    }
}
