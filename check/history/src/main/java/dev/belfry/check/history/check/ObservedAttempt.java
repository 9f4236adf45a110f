package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt with its receiver's answer, if there is one.
 *
 * @param index of its start in the history
 * @param answeredIndex of its answer, or {@link Op#NEVER}
 */
record ObservedAttempt(
        int index,
        Event.AttemptStarted started,
        int answeredIndex,
        Optional<Event.AttemptAnswered> answered) {
    Instant at() {
        return started.at();
    }

    String webhookId() {
        return started.webhookId();
    }

    int number() {
        return started.number();
    }

    /** What the receiver had answered before an event of this index. */
    Reply replyBefore(int before) {
        return answeredIndex < before ? answered.orElseThrow().reply() : new Reply.Hung();
    }

    /** When it ended: its answer, or its timeout. */
    Instant endedBy(Duration timeout) {
        return hasReply() ? answered.orElseThrow().at() : at().plus(timeout);
    }

    boolean hasReply() {
        return answered.filter(event -> !(event.reply() instanceof Reply.Hung)).isPresent();
    }
}
