package dev.belfry.node;

import dev.belfry.core.mutation.Decision;

/** What a caller is told about a change it asked for. */
public sealed interface Outcome {
    /** Settled in a fenced round begun after the request: durable, whatever the verdict. */
    record Decided(Decision decision, AttemptHint hint) implements Outcome {}

    /** Certainly not applied: it may be sent again, here or elsewhere. */
    record NotApplied(Reason reason) implements Outcome {}

    /** It may or may not have been applied. */
    record Unknown() implements Outcome {}

    /** The store can not hold this; trying again can not help. */
    record Refused(String message) implements Outcome {}

    /** What is known of an attempt of the timer at the moment of the change. */
    enum AttemptHint {
        NONE,
        /** The shard was just taken over from an owner that may have started one. */
        POSSIBLE,
        IN_FLIGHT
    }

    /** Why a change was not applied. */
    enum Reason {
        /** This node does not own the shard. */
        NOT_OWNER,
        /** The node can not prove that it still owns its shards. */
        NO_PROOF,
        /** Too many changes are waiting already. */
        OVERLOADED,
        /** The store did not take it before the deadline. */
        DEADLINE
    }
}
