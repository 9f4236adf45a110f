package dev.belfry.node.fire;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.PastAttempt;
import java.time.Duration;
import java.util.Optional;

/**
 * An attempt that is over, for its settlement.
 *
 * @param past for the timer's log; missing if the node that made the attempt does not tell it
 */
public record AttemptResult(CallbackReply reply, Optional<PastAttempt> past) {
    /** Of an attempt that a node has made. */
    public static AttemptResult of(
            Attempt attempt, CallbackReply reply, NodeId node, Duration took) {
        return new AttemptResult(
                reply,
                Optional.of(
                        new PastAttempt(
                                attempt.startedAt(),
                                node.value(),
                                reply.status(),
                                took,
                                errorOf(reply))));
    }

    private static Optional<String> errorOf(CallbackReply reply) {
        return switch (reply) {
            case CallbackReply.Failed failed -> Optional.of(failed.error());
            case CallbackReply.FailedForGood failed -> Optional.of(failed.error());
            case CallbackReply.Done _, CallbackReply.RunAgain _, CallbackReply.NotSent _ ->
                    Optional.empty();
        };
    }
}
