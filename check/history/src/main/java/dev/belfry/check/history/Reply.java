package dev.belfry.check.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What a receiver did with an attempt. */
public sealed interface Reply {
    record Done() implements Reply {}

    /** Run again then, perhaps with another payload. */
    record Reschedule(Instant nextExecuteAt, Optional<Fingerprint> payload) implements Reply {}

    /** Try again by the policy, and not before retryAfter has passed; zero says nothing. */
    record Failed(Duration retryAfter) implements Reply {}

    /** Never try again. */
    record Permanent() implements Reply {}

    /** Nothing was answered at all. */
    record Hung() implements Reply {}
}
