package dev.belfry.node.fire;

import dev.belfry.core.timer.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What came of an attempt. */
public sealed interface CallbackReply {
    /** The receiver is done with the timer. */
    record Done() implements CallbackReply {}

    /** The receiver wants to be called again at an instant, perhaps with another payload. */
    record RunAgain(Instant nextExecuteAt, Optional<Payload> payload) implements CallbackReply {}

    /**
     * It failed and may be tried again, not before {@code retryAfter} if the receiver said so.
     *
     * @param answered whether the receiver said anything at all
     */
    record Failed(String error, Optional<Duration> retryAfter, boolean answered)
            implements CallbackReply {
        public Failed(String error, Optional<Duration> retryAfter) {
            this(error, retryAfter, true);
        }

        /** There was no answer: no connection, or none in time. */
        public static Failed unanswered(String error) {
            return new Failed(error, Optional.empty(), false);
        }
    }

    /** It failed in a way that trying again can not mend. */
    record FailedForGood(String error) implements CallbackReply {}

    /** Nothing was sent: no attempt was made. */
    record NotSent() implements CallbackReply {}
}
