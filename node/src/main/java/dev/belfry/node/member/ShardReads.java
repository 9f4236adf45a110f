package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads how the shards of groups stand, many groups at a time and one read at a time, so that ten
 * thousand groups are no ten thousand calls at once. Confined to the node's loop.
 */
final class ShardReads {
    /** Bounds the time of a read; a group with more is read alone. */
    private static final int MOST_SHARDS = 4_096;

    /** Some stores read them one after the other. */
    private static final int MOST_GROUPS = 512;

    private final StorePort store;
    private final StoreOperation operation;
    private final Consumer<Standing> read;
    private final SequencedMap<GroupId, Group> wanted = new LinkedHashMap<>();
    private boolean reading;

    /** Shards, and then the members: whoever owned one of these shards then is among these. */
    record Standing(Map<GroupId, List<ShardRow>> byGroup, Members members) {
        private static Standing of(TimerStore store, List<GroupId> groups) {
            var shards = store.leases().shards(groups);
            return new Standing(
                    shards.stream().collect(Collectors.groupingBy(row -> row.shard().group())),
                    store.nodes().members());
        }
    }

    ShardReads(StorePort store, StoreOperation operation, Consumer<Standing> read) {
        this.store = store;
        this.operation = operation;
        this.read = read;
    }

    /** One that is wanted already is read once. */
    void want(Group group) {
        wanted.putIfAbsent(group.id(), group);
    }

    /** Begins to read, unless a read is under way: the next one follows it. */
    void dispatch() {
        if (!reading && !wanted.isEmpty()) {
            reading = true;
            var groups = next();
            store.call(operation, it -> Standing.of(it, groups), this::answered);
        }
    }

    private List<GroupId> next() {
        var groups = new ArrayList<GroupId>();
        int shards = 0;
        while (!wanted.isEmpty()
                && (groups.isEmpty() || (groups.size() < MOST_GROUPS && fits(shards)))) {
            var group = wanted.pollFirstEntry().getValue();
            groups.add(group.id());
            shards += group.shardCount();
        }
        return groups;
    }

    private boolean fits(int shards) {
        return shards + wanted.firstEntry().getValue().shardCount() <= MOST_SHARDS;
    }

    /** What could not be read is wanted again at the next look. */
    private void answered(StoreAnswer<Standing> answer) {
        reading = false;
        if (answer instanceof StoreAnswer.Ok<Standing>(var standing)) {
            read.accept(standing);
        }
        dispatch();
    }
}
