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
 * @param limits of groups that have any
 */
public record EngineStats(
        int inFlight,
        int queued,
        Map<GroupId, GroupStats> groups,
        Map<GroupId, LimitStats> limits) {
    public static final EngineStats NONE = new EngineStats(0, 0, Map.of(), Map.of());

    public EngineStats {
        groups = Map.copyOf(groups);
        limits = Map.copyOf(limits);
    }

    /**
     * What the limits of a group leave to this engine.
     *
     * @param perSecond starts, at most, on average; zero without a rate
     * @param waitForRate loops in which something is due and waits for the rate
     * @param waitForConcurrency loops in which it waits for an attempt under way to end
     */
    public record LimitStats(double perSecond, int waitForRate, int waitForConcurrency) {
        public static final LimitStats NONE = new LimitStats(0, 0, 0);

        public LimitStats plus(LimitStats other) {
            return new LimitStats(
                    perSecond + other.perSecond,
                    waitForRate + other.waitForRate,
                    waitForConcurrency + other.waitForConcurrency);
        }
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
        var allLimits = new HashMap<>(limits);
        other.limits.forEach((id, limit) -> allLimits.merge(id, limit, LimitStats::plus));
        return new EngineStats(inFlight + other.inFlight, queued + other.queued, all, allLimits);
    }
}
