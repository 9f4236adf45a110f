package dev.belfry.http.watch;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.operate.metrics.EngineMetrics;
import dev.belfry.operate.metrics.Gauges;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers for a day what each group did on this node, in arrays of a fixed size: about 55 kB for
 * each group. Looks once a second at what is counted anyway. Thread-safe.
 */
final class Chronicle {
    /** So that memory stays bounded however many groups are configured. */
    private static final int MOST_GROUPS = 200;

    /** Looks are a second apart. */
    private static final Duration SETTLED = Duration.ofMillis(1_500);

    private final EngineMetrics metrics;
    private final Gauges gauges;
    private final InstantSource clock;
    private final Track all = new Track();
    private final Map<GroupId, Track> tracks = new LinkedHashMap<>();

    Chronicle(EngineMetrics metrics, Gauges gauges, InstantSource clock) {
        this.metrics = metrics;
        this.gauges = gauges;
        this.clock = clock;
        gauges.groups().stream()
                .limit(MOST_GROUPS)
                .forEach(group -> tracks.put(group.id(), new Track()));
        begin();
    }

    /** Counts from nothing, so that what comes before the first look is not left out. */
    private synchronized void begin() {
        var nothing = Sample.none(clock.millis());
        all.take(nothing);
        tracks.values().forEach(track -> track.take(nothing));
    }

    /** Takes a look; called once a second. */
    synchronized void tick() {
        long now = clock.millis();
        var sum = Sample.none(now);
        for (var group : gauges.groups()) {
            var sample = sample(group, now);
            Optional.ofNullable(tracks.get(group.id())).ifPresent(track -> track.take(sample));
            sum = sum.plus(sample);
        }
        all.take(sum);
    }

    private Sample sample(Group group, long now) {
        return new Sample(
                now,
                metrics.totals(group.id()),
                metrics.lateness(group.id()),
                gauges.backlogAge(group).toMillis());
    }

    /** What a group did in the last second. */
    synchronized Beat beat(GroupId group) {
        var track = tracks.get(group);
        return track == null ? Beat.NONE : track.beat();
    }

    /**
     * A stretch of the history.
     *
     * @param group all of them if it is empty
     */
    synchronized History read(Optional<GroupId> group, Range range, long untilSlot) {
        var track = group.isEmpty() ? all : tracks.getOrDefault(group.get(), new Track());
        return History.of(series -> track.read(series, range.step(), untilSlot, range.slots()));
    }

    /** The slot that is not over yet, or has just ended and may not be written down. */
    long openSlot(Duration step) {
        return Math.floorDiv(clock.millis() - SETTLED.toMillis(), step.toMillis());
    }
}
