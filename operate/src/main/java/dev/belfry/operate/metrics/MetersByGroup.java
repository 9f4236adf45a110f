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
    /** No group can be called so. */
    static final String OTHERS = "(others)";

    private final MeterRegistry registry;
    private final Map<GroupId, GroupMeters> own = new ConcurrentHashMap<>();
    private volatile Optional<GroupMeters> others = Optional.empty();

    MetersByGroup(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Which groups have their own from now on.
     *
     * @param hasOthers whether there are more
     */
    synchronized void serve(List<Group> watched, boolean hasOthers) {
        if (others.isEmpty() && hasOthers) {
            others = Optional.of(new GroupMeters(registry, OTHERS));
        }
        var ids = watched.stream().map(Group::id).collect(Collectors.toSet());
        for (var gone : List.copyOf(own.keySet())) {
            if (!ids.contains(gone)) {
                Optional.ofNullable(own.remove(gone)).ifPresent(it -> it.remove(registry));
            }
        }
        ids.forEach(id -> own.computeIfAbsent(id, _ -> new GroupMeters(registry, id.value())));
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
