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
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

    public GroupDefinition {
        require(
                callbackTimeout.isPositive() && callbackTimeout.toNanos() % 1_000_000 == 0,
                "groups." + group.id() + ".callbackTimeout",
                "must be at least 1ms, in whole milliseconds");
    }

    /** A group of which nothing is said but its name. */
    public static GroupDefinition usual(GroupId id) {
        return new GroupDefinition(
                Group.of(id.value(), Group.SMALL), RetryPolicy.DEFAULT, USUAL_TIMEOUT);
    }

    /** The same with another number of shards. */
    public GroupDefinition withShards(int count) {
        return new GroupDefinition(
                new Group(
                        group.id(),
                        count,
                        group.retention(),
                        group.failedRetention(),
                        group.logsAttempts(),
                        group.onFailed(),
                        group.limits()),
                retryPolicy,
                callbackTimeout);
    }

    public GroupId id() {
        return group.id();
    }
}
