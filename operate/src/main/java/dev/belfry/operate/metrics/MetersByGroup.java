package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The meters of groups. Some have their own, all others have theirs together, so that series stay
 * few however many groups there are. Thread-safe.
 */
final class MetersByGroup {
    /** So many groups have series of their own. */
    static final int MOST = 200;

    /** No group can be called so. */
    static final String OTHERS = "(others)";

    private final MeterRegistry registry;
    private final Map<GroupId, GroupMeters> own = new ConcurrentHashMap<>();
    private volatile Optional<GroupMeters> others = Optional.empty();

    MetersByGroup(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The groups there are; one that is gone leaves its place to another. */
    synchronized void serve(List<Group> groups) {
        var ids = groups.stream().map(Group::id).collect(Collectors.toSet());
        for (var gone : List.copyOf(own.keySet())) {
            if (!ids.contains(gone)) {
                Optional.ofNullable(own.remove(gone)).ifPresent(it -> it.remove(registry));
            }
        }
        for (var group : groups) {
            if (own.size() < MOST) {
                own.computeIfAbsent(group.id(), id -> new GroupMeters(registry, id.value()));
            }
        }
        if (others.isEmpty() && groups.size() > own.size()) {
            others = Optional.of(new GroupMeters(registry, OTHERS));
        }
    }

    /** Those that count for a group. */
    Optional<GroupMeters> of(GroupId group) {
        var found = own.get(group);
        return found == null ? others : Optional.of(found);
    }

    /** Those of a group alone. */
    Optional<GroupMeters> ownOf(GroupId group) {
        return Optional.ofNullable(own.get(group));
    }

    /** Those that some groups share. */
    Optional<GroupMeters> ofOthers() {
        return others;
    }
}
