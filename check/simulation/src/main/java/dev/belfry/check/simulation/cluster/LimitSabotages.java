package dev.belfry.check.simulation.cluster;

import static dev.belfry.check.simulation.cluster.Sabotage.LOOP;
import static dev.belfry.check.simulation.cluster.Sabotage.sabotage;

import java.util.List;

/** Mistakes with the limits of groups. */
final class LimitSabotages {
    private LimitSabotages() {}

    static List<Sabotage> all() {
        return List.of(
                sabotage(
                        "the rate of a group is ignored",
                        LOOP + "RateBucket.java",
                        "return tokens >= 1 - ROUNDING;",
                        "return true;"),
                sabotage(
                        "every loop has the whole rate of a group",
                        LOOP + "Quotas.java",
                        "share = (double) shards.size() / group.shardCount();",
                        "share = 1;"),
                sabotage(
                        "a shard comes with a full bucket",
                        LOOP + "RateBucket.java",
                        "share(rate, share, nowNanos);",
                        "share(rate, share, nowNanos); tokens = most;"),
                sabotage(
                        "a group that waits for its rate is parked for ever",
                        LOOP + "Throttle.java",
                        "agenda.rest(group);\n        awaitToken(group);",
                        "agenda.rest(group);"),
                sabotage(
                        "the concurrency of a group is ignored",
                        LOOP + "Quotas.java",
                        "underWay < quota.mostUnderWay;",
                        "underWay >= 0;"),
                sabotage(
                        "a host without room holds up its whole group",
                        LOOP + "Firing.java",
                        "return places.hasRoom(group) && hold(shard, timer, host);",
                        "return false;"),
                sabotage(
                        "the rate of single hosts is ignored",
                        LOOP + "Quotas.java",
                        "return bucket(group, host).map(it -> it.hasToken(clock.nanos())).orElse(true);",
                        "return true;"),
                sabotage(
                        "weights are ignored",
                        LOOP + "HostQueues.java",
                        "queue.waiters.getFirst().weight()",
                        "1"));
    }
}
