package dev.belfry.node.member;

import java.time.Duration;
import java.time.Instant;

/** What a node's two clocks showed at one moment. */
record ClockReading(Instant wall, long nanos) {
    /** Whether the wall clock was set between this reading and a later one. */
    boolean isSetBefore(ClockReading later) {
        var step = Duration.between(wall, later.wall).minusNanos(later.nanos - nanos);
        return step.abs().compareTo(ClockComparison.ALARM) > 0;
    }
}
