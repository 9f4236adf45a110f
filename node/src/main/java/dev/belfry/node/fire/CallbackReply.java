package dev.belfry.node.fire;

import dev.belfry.core.timer.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What came of an attempt. */
public sealed interface CallbackReply {
    /** Stands for the status of an answer that never came. */
    int NO_STATUS = 0;

    /** The status of the receiver's answer, if it gave one. */
    int status();

    /** The same, with the status that the receiver answered with. */
    CallbackReply status(int answered);

    /** The receiver is done with the timer. */
    record Done(int status) implements CallbackReply {
        public Done() {
            this(NO_STATUS);
        }

        @Override
        public CallbackReply status(int answered) {
            return new Done(answered);
        }
    }

    /** The receiver wants to be called again at an instant, perhaps with another payload. */
    record RunAgain(Instant nextExecuteAt, Optional<Payload> payload, int status)
            implements CallbackReply {
        public RunAgain(Instant nextExecuteAt, Optional<Payload> payload) {
            this(nextExecuteAt, payload, NO_STATUS);
        }

        @Override
        public CallbackReply status(int answered) {
            return new RunAgain(nextExecuteAt, payload, answered);
        }
    }

    /**
     * It failed and may be tried again, not before {@code retryAfter} if the receiver said so.
     *
     * @param answered whether the receiver said anything at all
     */
    record Failed(String error, Optional<Duration> retryAfter, boolean answered, int status)
            implements CallbackReply {
        public Failed(String error, Optional<Duration> retryAfter) {
            this(error, retryAfter, true, NO_STATUS);
        }

        /** There was no answer: no connection, or none in time. */
        public static Failed unanswered(String error) {
            return new Failed(error, Optional.empty(), false, NO_STATUS);
        }

        @Override
        public CallbackReply status(int given) {
            return new Failed(error, retryAfter, answered, given);
        }
    }

    /** It failed in a way that trying again can not mend. */
    record FailedForGood(String error, int status) implements CallbackReply {
        public FailedForGood(String error) {
            this(error, NO_STATUS);
        }

        @Override
        public CallbackReply status(int answered) {
            return new FailedForGood(error, answered);
        }
    }

    /** Nothing was sent: no attempt was made. */
    record NotSent() implements CallbackReply {
        @Override
        public int status() {
            return NO_STATUS;
        }

        @Override
        public CallbackReply status(int answered) {
            return this;
        }
    }
}
