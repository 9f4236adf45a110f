package dev.belfry.node.shard;

import java.util.OptionalLong;

/** A state machine that is driven by messages, and by a turn after each of them. */
public interface StateMachine {
    /**
     * Does all that can be done now.
     *
     * @return when to turn again if no message comes before, by the monotonic clock
     */
    OptionalLong turn();
}
