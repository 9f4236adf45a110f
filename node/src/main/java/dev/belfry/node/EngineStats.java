package dev.belfry.node;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How an engine stands at a moment.
 *
 * @param inFlight attempts that have no reply yet
 * @param queued changes and settlements that wait for their commit
 */
public record EngineStats(int inFlight, int queued, Map<GroupId, GroupStats> groups) {
    public static final EngineStats NONE = new EngineStats(0, 0, Map.of());

    public EngineStats {
        groups = Map.copyOf(groups);
    }

    /**
     * How a group stands.
     *
     * @param openShards whose changes are taken and whose timers fire
     * @param windowTimers in memory, ready to start
     * @param earliest when the first of them is due; far ahead if there is none
     */
    public record GroupStats(
            int openShards, long windowTimers, long windowBytes, Instant earliest) {
        public GroupStats plus(GroupStats other) {
            return new GroupStats(
                    openShards + other.openShards,
                    windowTimers + other.windowTimers,
                    windowBytes + other.windowBytes,
                    Instants.min(earliest, other.earliest));
        }
    }

    /** Both together: loops share a node's groups. */
    public EngineStats plus(EngineStats other) {
        var all = new HashMap<>(groups);
        other.groups.forEach((id, group) -> all.merge(id, group, GroupStats::plus));
        return new EngineStats(inFlight + other.inFlight, queued + other.queued, all);
    }
}
