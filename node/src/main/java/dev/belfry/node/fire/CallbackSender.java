package dev.belfry.node.fire;

import java.util.function.Consumer;

/**
 * Delivers callbacks. The bytes leave at once or the attempt is handed back; within the timer's
 * callback timeout there is exactly one reply.
 */
public interface CallbackSender {
    void send(Attempt attempt, Consumer<CallbackReply> reply);
}
