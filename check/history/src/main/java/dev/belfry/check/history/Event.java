package dev.belfry.check.history;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.Optional;

/** One thing that happened, and when, by the clock of whoever recorded it. */
public sealed interface Event {
    Instant at();

    /** A group as it was configured; one that is not declared keeps nothing it has reached. */
    record Declared(Instant at, Group group) implements Event {}

    record Invoked(EventId id, Instant at, Operation operation) implements Event {}

    /** The end of an operation; one without it is unknown. */
    record Answered(EventId id, Instant at, ObservedOutcome outcome) implements Event {}

    /**
     * An attempt reached its receiver, or left the firing node.
     *
     * @param executeAt as sent
     * @param node that sent it, if known
     */
    record AttemptStarted(
            EventId id,
            Instant at,
            TimerKey key,
            String webhookId,
            int number,
            Instant executeAt,
            Fingerprint payload,
            Optional<NodeId> node)
            implements Event {
        public AttemptStarted {
            require(
                    !webhookId.isEmpty() && webhookId.chars().noneMatch(Character::isISOControl),
                    "webhookId",
                    "is empty or has a control character");
        }
    }

    /** A receiver's answer; an attempt without it is one that hung. */
    record AttemptAnswered(EventId id, Instant at, Reply reply) implements Event {}

    record Struck(InjectedFault fault) implements Event {
        @Override
        public Instant at() {
            return fault.from();
        }
    }

    /** An entry the store held at the end. */
    record Remained(Instant at, TimerKey key, Seen seen) implements Event {}

    /**
     * The end: everything due long enough before it must have been worked off.
     *
     * @param listed whether every entry of the store was recorded as {@link Remained}
     */
    record Quiesced(Instant at, boolean listed) implements Event {}
}
