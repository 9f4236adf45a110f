package dev.belfry.operate.metrics;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.node.EngineStats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The engine's standing, as of its last look at itself. Thread-safe. */
public final class Gauges {
    /** So many groups beside the watched ones are shown when their timers wait longest. */
    private static final int MOST_LATE = 50;

    /** So many groups have series of their own. */
    private static final int MOST_WATCHED = 200;

    /** So long a group may need until all its shards are open, after it was made. */
    private static final Duration OPENING = Duration.ofSeconds(30);

    private final MeterRegistry registry;
    private final InstantSource clock;
    private final Map<GroupId, List<Meter>> registered = new HashMap<>();
    private volatile List<Group> groups = List.of();
    private volatile Map<GroupId, Group> byId = Map.of();
    private volatile List<Group> watched = List.of();
    private volatile Map<GroupId, Instant> servedSince = Map.of();
    private volatile EngineStats stats = EngineStats.NONE;

    public Gauges(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    public void update(EngineStats newStats) {
        stats = newStats;
    }

    public EngineStats stats() {
        return stats;
    }

    /** Those that are about no group. */
    public void register() {
        Gauge.builder("belfry.attempts.in.flight", () -> stats.inFlight())
                .description("Attempts that have no reply yet")
                .register(registry);
        Gauge.builder("belfry.changes.queued", () -> stats.queued())
                .description("Changes and settlements that wait for their commit")
                .register(registry);
        Gauge.builder("belfry.groups", () -> groups.size())
                .description("Groups that are served")
                .register(registry);
    }

    /** The groups there are. */
    public synchronized void serve(List<Group> all) {
        var known = servedSince;
        var since = known.isEmpty() ? Instant.MIN : clock.instant();
        servedSince =
                all.stream()
                        .map(Group::id)
                        .collect(
                                Collectors.toMap(
                                        Function.identity(), id -> known.getOrDefault(id, since)));
        groups = List.copyOf(all);
        byId = all.stream().collect(Collectors.toMap(Group::id, Function.identity()));
        watched =
                all.stream()
                        .sorted(Comparator.comparing(group -> group.id().value()))
                        .limit(MOST_WATCHED)
                        .toList();
        var ids = watched.stream().map(Group::id).toList();
        for (var gone : List.copyOf(registered.keySet())) {
            if (!ids.contains(gone)) {
                Optional.ofNullable(registered.remove(gone))
                        .ifPresent(meters -> meters.forEach(registry::remove));
            }
        }
        watched.forEach(group -> registered.computeIfAbsent(group.id(), this::register));
    }

    private List<Meter> register(GroupId group) {
        return List.of(
                gauge(group, "belfry.shards.open", "Shards served here", this::openShards),
                gauge(group, "belfry.window.timers", "Timers in memory", this::windowTimers),
                gauge(group, "belfry.window.bytes", "Memory of windows", this::windowBytes),
                gauge(
                        group,
                        "belfry.backlog.age.seconds",
                        "How long the timer that waits longest has been due",
                        it -> (double) backlogAge(it).toMillis() / 1_000),
                gauge(
                        group,
                        "belfry.group.rate",
                        "Attempts a second that the group's rate lets this node start; 0 without a rate",
                        it -> limits(it).perSecond()),
                waiting(group, "rate", it -> limits(it).waitForRate()),
                waiting(group, "concurrency", it -> limits(it).waitForConcurrency()));
    }

    private Meter waiting(GroupId group, String limit, ToDoubleFunction<GroupId> value) {
        return Gauge.builder("belfry.group.waiting", group, value)
                .description("Loops in which due timers wait for a limit of their group")
                .tag("group", group.value())
                .tag("limit", limit)
                .register(registry);
    }

    private EngineStats.LimitStats limits(GroupId group) {
        return stats.limits().getOrDefault(group, EngineStats.LimitStats.NONE);
    }

    private Meter gauge(GroupId group, String name, String says, ToDoubleFunction<GroupId> value) {
        return Gauge.builder(name, group, value)
                .description(says)
                .tag("group", group.value())
                .register(registry);
    }

    public int openShards(GroupId group) {
        var found = stats.groups().get(group);
        return found == null ? 0 : found.openShards();
    }

    public int openShards() {
        return stats.groups().values().stream().mapToInt(EngineStats.GroupStats::openShards).sum();
    }

    /**
     * Whether as many shards of each group are open as should be. A group that was made a moment
     * ago says nothing about this node.
     */
    public boolean allOpen(ToIntFunction<GroupId> share) {
        var settled = clock.instant().minus(OPENING);
        return servedSince.entrySet().stream()
                .filter(it -> it.getValue().isBefore(settled))
                .map(Map.Entry::getKey)
                .allMatch(group -> openShards(group) >= share.applyAsInt(group));
    }

    /** When the first timer of a group is due that this node knows of. */
    public Optional<Instant> nextDue(GroupId group) {
        return Optional.ofNullable(stats.groups().get(group))
                .map(EngineStats.GroupStats::earliest)
                .filter(it -> it.isBefore(Instants.LATEST));
    }

    private double windowTimers(GroupId group) {
        var found = stats.groups().get(group);
        return found == null ? 0 : found.windowTimers();
    }

    private double windowBytes(GroupId group) {
        var found = stats.groups().get(group);
        return found == null ? 0 : found.windowBytes();
    }

    public Duration backlogAge(GroupId group) {
        var found = stats.groups().get(group);
        var now = clock.instant();
        return found == null || !found.earliest().isBefore(now)
                ? Duration.ZERO
                : Duration.between(found.earliest(), now);
    }

    public List<Group> groups() {
        return groups;
    }

    /** A group that is served. */
    Optional<Group> group(GroupId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The groups that all nodes show, the same on each; not all of them when there are many. */
    public List<Group> watched() {
        return watched;
    }

    /** The watched groups, and those whose timers wait longest here. */
    public List<GroupId> shown() {
        var shown = new LinkedHashSet<GroupId>();
        watched.forEach(group -> shown.add(group.id()));
        var now = clock.instant();
        stats.groups().entrySet().stream()
                .filter(it -> it.getValue().earliest().isBefore(now))
                .sorted(Comparator.comparing(it -> it.getValue().earliest()))
                .limit(MOST_LATE)
                .forEach(it -> shown.add(it.getKey()));
        return List.copyOf(shown);
    }
}
