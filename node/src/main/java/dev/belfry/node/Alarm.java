package dev.belfry.node;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;

/** Something an operator should know. */
public sealed interface Alarm {
    /** A store call failed and will be tried again. */
    record StoreFailing(String operation, String message) implements Alarm {}

    /** A commit's outcome is unknown: its shards are claimed again and rebuilt. */
    record CommitInDoubt(ShardId shard) implements Alarm {}

    /** Another owner has the shard. */
    record LeaseLost(ShardId shard) implements Alarm {}

    /** The store can not hold what a settlement came to; the timer is tried again later. */
    record SettlementRefused(TimerKey key, String message) implements Alarm {}

    /** A sender gave no reply within an attempt's time and a grace. */
    record SenderSilent(TimerKey key) implements Alarm {}

    /** The auditor found a pending row that nobody worked on, and put it to work. */
    record RowUnattended(TimerKey key) implements Alarm {}

    /** A loop did not come to an end of what it was told within this time. */
    record LoopSlow(Duration waited) implements Alarm {}

    /** Wall time and monotonic time went apart: firing is suspended for a moment. */
    record ClockJumped(Duration by) implements Alarm {}

    /** This node's clock and the store's are this far apart. */
    record ClocksApart(Duration by) implements Alarm {}

    /** The others took this node for dead: it starts anew. */
    record Evicted(Incarnation incarnation) implements Alarm {}

    /**
     * The store has lost what it had acknowledged: a replica was promoted that lagged behind, or a
     * backup was restored. All is read anew.
     *
     * @param since from then on acknowledged changes may be missing
     */
    record HistoryLost(Instant since) implements Alarm {}

    /** A node fell silent and was taken for dead. */
    record NodeDead(Incarnation incarnation) implements Alarm {}
}
