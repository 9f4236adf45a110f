package dev.belfry.operate.config;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.Optional;

/** One group of timers. */
public record GroupConfig(
        @Setting(
                        fallback = "small",
                        says =
                                "Shards of the group: small (16), medium (256), large (1024),"
                                        + " xlarge (4096) or a number; never changes once the group"
                                        + " exists.")
                ShardCount shards,
        @Setting(
                        fallback = "",
                        says =
                                "Which database holds which shards, such as east 0-127, west"
                                        + " 128-255, or a name alone for all of them; needed when"
                                        + " store.databases has more than one, and never changes once"
                                        + " the group exists.")
                Optional<ShardHomes> databases,
        @Setting(
                        fallback = "0s",
                        says =
                                "How long timers that were reached or deleted are kept and can"
                                        + " be looked up; 0s keeps none.")
                Duration retention,
        @Setting(fallback = "30d", says = "How long failed timers are kept for redrive.")
                Duration failedRetention,
        @Setting(
                        fallback = "true",
                        says =
                                "Whether a timer shows its last ten attempts; each costs a timer"
                                        + " that is retried or kept some hundred bytes.")
                boolean attemptLog,
        @Setting(
                        fallback = "",
                        says =
                                "A URL that is told of each timer that fails for good, unless the"
                                        + " timer names another.")
                Optional<String> onFailed,
        @Setting(
                        fallback = "30s",
                        says = "How long a callback may take when the timer does not say.")
                Duration callbackTimeout,
        GroupLimitsConfig limits,
        RetryConfig retry,
        EgressConfig egress) {
    /** The group under this name; it checks itself. */
    public Group toGroup(GroupId id) {
        return new Group(
                id,
                shards.value(),
                retention,
                failedRetention,
                attemptLog,
                onFailed.map(FailureUrl::new).orElse(FailureUrl.NONE),
                limits.toLimits());
    }

    /** The group, and what its timers have when they do not say. */
    public GroupDefinition toDefinition(GroupId id) {
        return new GroupDefinition(toGroup(id), retry.toPolicy(), callbackTimeout);
    }
}
