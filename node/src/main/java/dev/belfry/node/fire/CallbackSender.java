package dev.belfry.node.fire;

import java.util.function.Consumer;

/**
 * Delivers callbacks. The bytes leave at once or the attempt is handed back; within the timer's
 * callback timeout there is exactly one reply.
 */
public interface CallbackSender {
    /**
     * Whether an attempt may still leave, for a sender that needed long until it could send: the
     * group may have been paused, the timer deleted, the node evicted.
     */
    interface Recheck {
        /** Gives its answer once; never if the engine has stopped. */
        void mayLeave(Consumer<Boolean> answer);
    }

    void send(Attempt attempt, Recheck recheck, Consumer<CallbackReply> reply);
}
