package dev.belfry.node.shard;

import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What a shard has of its loop.
 *
 * @param touched to be told of a shard whose state may call for attention
 * @param kept to be told until when a shard keeps a timer
 */
record ShardContext(
        Ports ports,
        Revisions revisions,
        Reminders reminders,
        QueueMeter meter,
        EarlyReplies earlyReplies,
        Consumer<Shard> touched,
        BiConsumer<Shard, Instant> kept) {}
