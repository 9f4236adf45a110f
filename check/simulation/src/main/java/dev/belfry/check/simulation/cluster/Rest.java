package dev.belfry.check.simulation.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a cluster must have come back to by itself some time after all trouble: every shard takes
 * changes, at whichever node they arrive, nobody looks for shards to claim any more, and each name
 * has one process.
 */
final class Rest {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final SimulatedCluster cluster;
    private final SimulatedClients clients;

    Rest(SimulatedCluster cluster, SimulatedClients clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    List<String> judge() {
        var unrest = new ArrayList<String>();
        clients.writeToEveryShard(PATIENCE, unrest::add);
        cluster.events().run(PATIENCE.plusSeconds(1));
        long looks = cluster.looks();
        cluster.events().run(PATIENCE);
        if (cluster.looks() > looks) {
            unrest.add("%d looks for shards to claim".formatted(cluster.looks() - looks));
        }
        cluster.sharedNames().forEach(name -> unrest.add("two processes are " + name));
        return unrest;
    }
}
