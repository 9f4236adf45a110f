package dev.belfry.check.history;

import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerSpec;
import java.time.Duration;
import java.time.Instant;

/**
 * What a client asked for with a create or a put, as far as it can be judged later.
 *
 * @param digest covers every field as asked: two requests with the same digest are identical
 */
public record ObservedRequest(
        Instant executeAt,
        Fingerprint payload,
        RetryPolicy retryPolicy,
        Duration timeout,
        Digest digest) {
    public ObservedRequest {
        executeAt = Instants.ceilToMillis(executeAt);
    }

    /** Of the digest, which covers the rest: requests are hashed millions of times in a search. */
    @Override
    public int hashCode() {
        return 31 * digest.hashCode() + executeAt.hashCode();
    }

    public static ObservedRequest of(TimerSpec spec) {
        return new ObservedRequest(
                spec.executeAt(),
                Fingerprint.of(spec.payload().bytes()),
                spec.retryPolicy(),
                spec.target().timeout(),
                spec.digest());
    }
}
