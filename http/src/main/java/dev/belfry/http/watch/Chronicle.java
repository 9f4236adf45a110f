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
        all.take(Sample.none(clock.millis()));
    }

    /** Takes a look; called once a second. */
    synchronized void tick() {
        long now = clock.millis();
        var groups = gauges.watched().stream().map(Group::id).toList();
        tracks.keySet().retainAll(groups);
        var sum = others(now);
        for (var group : groups) {
            var sample = sample(group, now);
            tracks.computeIfAbsent(group, _ -> begun(now)).take(sample);
            sum = sum.plus(sample);
        }
        all.take(sum);
    }

    /** Counts from nothing, so that what comes before the first look is not left out. */
    private static Track begun(long now) {
        var track = new Track();
        track.take(Sample.none(now));
        return track;
    }

    private Sample sample(GroupId group, long now) {
        return new Sample(
                now,
                metrics.totals(group),
                metrics.lateness(group),
                gauges.backlogAge(group).toMillis());
    }

    private Sample others(long now) {
        return new Sample(now, metrics.totalsOfOthers(), metrics.latenessOfOthers(), 0);
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
