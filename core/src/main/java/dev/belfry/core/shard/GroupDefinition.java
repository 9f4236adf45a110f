package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;

/**
 * A group, and what its timers have when they do not say.
 *
 * @param callbackTimeout how long a callback may take
 */
public record GroupDefinition(Group group, RetryPolicy retryPolicy, Duration callbackTimeout) {
    public GroupDefinition {
        require(
                callbackTimeout.isPositive() && callbackTimeout.toNanos() % 1_000_000 == 0,
                "groups." + group.id() + ".callbackTimeout",
                "must be at least 1ms, in whole milliseconds");
    }

    public GroupId id() {
        return group.id();
    }
}
