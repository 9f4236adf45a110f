package dev.belfry.node.shard;

import dev.belfry.core.timer.GroupId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Shards that wait for something; their groups take turns. Confined to one loop. */
final class ShardTurns {
    private final SequencedMap<GroupId, SequencedSet<Shard>> waiting = new LinkedHashMap<>();

    void add(Shard shard) {
        waiting.computeIfAbsent(shard.group().id(), _ -> new LinkedHashSet<>()).add(shard);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The first shard of the group whose turn it is; the group's others wait for its next one. */
    Shard next() {
        var group = waiting.firstEntry().getKey();
        var shards = waiting.firstEntry().getValue();
        var shard = shards.removeFirst();
        waiting.remove(group);
        if (!shards.isEmpty()) {
            waiting.putLast(group, shards);
        }
        return shard;
    }
}
