package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.RateJudge;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says which groups started more than their rates allow, over all nodes and in true time. */
final class LimitJudge {
    private final Map<GroupId, RateJudge> rates = new HashMap<>();

    /**
     * @param fast how much faster than true time the clocks of nodes may go
     * @param loops of all nodes together: each may have one token that its share has not filled
     */
    LimitJudge(List<Group> groups, double fast, int loops) {
        for (var group : groups) {
            int owners = Math.min(loops, group.shardCount());
            group.limits()
                    .rate()
                    .ifPresent(rate -> rates.put(group.id(), new RateJudge(rate, fast, owners)));
        }
    }

    boolean judges(GroupId group) {
        return rates.containsKey(group);
    }

    void started(GroupId group, long nanos) {
        var judge = rates.get(group);
        if (judge != null) {
            judge.started(nanos);
        }
    }

    List<String> exceeded() {
        return rates.entrySet().stream()
                .flatMap(it -> it.getValue().exceeded().stream().map(s -> it.getKey() + ": " + s))
                .toList();
    }
}
