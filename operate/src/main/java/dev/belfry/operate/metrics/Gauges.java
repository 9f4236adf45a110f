package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.node.EngineStats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** The engine's standing, as of its last look at itself. Thread-safe. */
public final class Gauges {
    private final InstantSource clock;
    private final List<Group> groups;
    private volatile EngineStats stats = EngineStats.NONE;

    public Gauges(List<Group> groups, InstantSource clock) {
        this.groups = List.copyOf(groups);
        this.clock = clock;
    }

    public void update(EngineStats newStats) {
        stats = newStats;
    }

    public EngineStats stats() {
        return stats;
    }

    public void register(MeterRegistry registry) {
        Gauge.builder("belfry.attempts.in.flight", () -> stats.inFlight())
                .description("Attempts that have no reply yet")
                .register(registry);
        Gauge.builder("belfry.changes.queued", () -> stats.queued())
                .description("Changes and settlements that wait for their commit")
                .register(registry);
        for (var group : groups) {
            gauge(registry, group, "belfry.shards.open", "Shards served here", this::openShards);
            gauge(registry, group, "belfry.window.timers", "Timers in memory", this::windowTimers);
            gauge(registry, group, "belfry.window.bytes", "Memory of windows", this::windowBytes);
            gauge(
                    registry,
                    group,
                    "belfry.backlog.age.seconds",
                    "How long the timer that waits longest has been due",
                    it -> (double) backlogAge(it).toMillis() / 1_000);
        }
    }

    private static void gauge(
            MeterRegistry registry,
            Group group,
            String name,
            String says,
            ToDoubleFunction<Group> value) {
        Gauge.builder(name, group, value)
                .description(says)
                .tag("group", group.id().value())
                .register(registry);
    }

    public int openShards(Group group) {
        var found = stats.groups().get(group.id());
        return found == null ? 0 : found.openShards();
    }

    /** Whether as many shards of each group are open as should be. */
    public boolean allOpen(ToIntFunction<GroupId> share) {
        return groups.stream().allMatch(group -> openShards(group) >= share.applyAsInt(group.id()));
    }

    /** When the first timer of a group is due that this node knows of. */
    public Optional<Instant> nextDue(Group group) {
        return Optional.ofNullable(stats.groups().get(group.id()))
                .map(EngineStats.GroupStats::earliest)
                .filter(it -> it.isBefore(Instants.LATEST));
    }

    private double windowTimers(Group group) {
        var found = stats.groups().get(group.id());
        return found == null ? 0 : found.windowTimers();
    }

    private double windowBytes(Group group) {
        var found = stats.groups().get(group.id());
        return found == null ? 0 : found.windowBytes();
    }

    public Duration backlogAge(Group group) {
        var found = stats.groups().get(group.id());
        var now = clock.instant();
        return found == null || !found.earliest().isBefore(now)
                ? Duration.ZERO
                : Duration.between(found.earliest(), now);
    }

    public List<Group> groups() {
        return groups;
    }
}
