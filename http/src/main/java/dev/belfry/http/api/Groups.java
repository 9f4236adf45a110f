package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.config.GroupConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** The groups that are configured. Immutable. */
public final class Groups {
    private final SequencedMap<GroupId, Defined> byId = new LinkedHashMap<>();

    /** A group, and what its timers have when they do not say. */
    public record Defined(Group group, RetryPolicy retryPolicy, Duration callbackTimeout) {}

    public Groups(Map<GroupId, GroupConfig> configured) {
        configured.forEach(
                (id, config) ->
                        byId.put(
                                id,
                                new Defined(
                                        config.toGroup(id),
                                        config.retry().toPolicy(),
                                        config.callbackTimeout())));
    }

    public Defined find(GroupId id) {
        var found = byId.get(id);
        if (found == null) {
            throw Problem.of(Code.GROUP_NOT_FOUND, "no group '%s' is configured".formatted(id))
                    .field("groupId")
                    .raised();
        }
        return found;
    }

    List<Defined> visibleTo(Caller caller) {
        return byId.values().stream().filter(it -> caller.maySee(it.group().id().value())).toList();
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
        return byId.values().stream().map(Defined::group).toList();
    }
}
