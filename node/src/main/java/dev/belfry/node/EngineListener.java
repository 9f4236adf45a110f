package dev.belfry.node;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;

/** Watches what the engine does, for metrics and logs. Called on the loops: it must be quick. */
public interface EngineListener {
    /** An attempt's bytes leave now. */
    default void attemptStarted(Attempt attempt) {}

    /** A receiver, or the sender in its place, answered an attempt. */
    default void attemptAnswered(Attempt attempt, CallbackReply reply) {}

    /** A client's change was decided. */
    default void decided(GroupId group, Verdict verdict) {}

    /** The settlement of an attempt is in the store. */
    default void settled(Settle settle) {}

    /** A commit of so many mutations took so long. */
    default void committed(int mutations, Duration took) {}

    /** A shard came to this node. */
    default void shardClaimed(ShardId shard) {}

    /** A shard left this node: released, or lost. */
    default void shardClosed(ShardId shard) {}

    /** This node's clock and the store's are at least this far apart. */
    default void clocksCompared(Duration apart) {}

    default void alarm(Alarm alarm) {}
}
