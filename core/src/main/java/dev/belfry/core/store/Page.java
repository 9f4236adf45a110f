package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.List;

/**
 * Pending timers of a shard in order of position, and how far they reach.
 *
 * @param knownUntil exclusive: every pending timer from the asked start up to here is in the page;
 *     the end of the asked range when there are no more
 */
public record Page(List<Timer> timers, Position knownUntil) {
    public Page {
        timers = List.copyOf(timers);
        invariant(
                timers.isEmpty() || timers.getLast().position().isBefore(knownUntil),
                "a page ends at %s before its last row",
                knownUntil);
    }
}
