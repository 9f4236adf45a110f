package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.GroupId;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.config.GroupConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** The groups that are configured. Immutable. */
public final class Groups {
    private final SequencedMap<GroupId, GroupDefinition> byId = new LinkedHashMap<>();

    public Groups(Map<GroupId, GroupConfig> configured) {
        configured.forEach((id, config) -> byId.put(id, config.toDefinition(id)));
    }

    public GroupDefinition find(GroupId id) {
        var found = byId.get(id);
        if (found == null) {
            throw Problem.of(Code.GROUP_NOT_FOUND, "no group '%s' is configured".formatted(id))
                    .field("groupId")
                    .raised();
        }
        return found;
    }

    List<GroupDefinition> visibleTo(Caller caller) {
        return byId.values().stream().filter(it -> caller.maySee(it.id().value())).toList();
    }

    /** The groups among these, with their shard counts, that are not configured. */
    public SortedMap<String, Integer> missingOf(Map<GroupId, Integer> shardCounts) {
        var missing = new TreeMap<String, Integer>();
        shardCounts.forEach(
                (id, count) -> {
                    if (!byId.containsKey(id)) {
                        missing.put(id.value(), count);
                    }
                });
        return missing;
    }

    public List<Group> toList() {
        return byId.values().stream().map(GroupDefinition::group).toList();
    }
}
