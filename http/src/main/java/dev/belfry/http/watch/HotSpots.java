package dev.belfry.http.watch;

import java.util.Collection;

/** Tells a shard that is far from its siblings. Immutable. */
record HotSpots(double usualRate, double usualBacklogMillis) {
    private static final double FAR = 4;

    /** A few timers more than nothing are no hot spot. */
    private static final double LEAST_RATE = 5;

    private static final double LEAST_BACKLOG_MILLIS = 5_000;

    static HotSpots among(Collection<ShardFigures> shards) {
        return new HotSpots(
                shards.stream().mapToDouble(ShardFigures::firedPerSecond).average().orElse(0),
                shards.stream().mapToDouble(ShardFigures::backlogAgeMillis).average().orElse(0));
    }

    /** The average holds the shard itself: of few siblings none can be this far from it. */
    boolean include(ShardFigures shard) {
        return shard.firedPerSecond() >= Math.max(LEAST_RATE, FAR * usualRate)
                || shard.backlogAgeMillis()
                        >= Math.max(LEAST_BACKLOG_MILLIS, FAR * usualBacklogMillis);
    }
}
