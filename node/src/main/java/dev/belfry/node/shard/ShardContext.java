package dev.belfry.node.shard;

import java.util.function.Consumer;

/**
 * What a shard has of its loop.
 *
 * @param touched to be told of a shard whose state may call for attention
 */
record ShardContext(
        Ports ports,
        Revisions revisions,
        Reminders reminders,
        QueueMeter meter,
        EarlyReplies earlyReplies,
        Consumer<Shard> touched) {}
