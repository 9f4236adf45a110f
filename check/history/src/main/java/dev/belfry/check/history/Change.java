package dev.belfry.check.history;

import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a client asked to be changed with a patch.
 *
 * @param others whether it names fields that a history does not keep, so that nobody can say later
 *     whether it changed them
 * @param digest of the patch as asked
 */
public record Change(
        Optional<Instant> executeAt,
        Optional<Fingerprint> payload,
        Optional<RetryPolicy> retryPolicy,
        Optional<Duration> timeout,
        boolean others,
        Digest digest) {
    public Change {
        executeAt = executeAt.map(Instants::ceilToMillis);
    }

    public static Change of(TimerPatch patch) {
        return new Change(
                patch.executeAt(),
                patch.payload().map(payload -> Fingerprint.of(payload.bytes())),
                patch.retryPolicy(),
                patch.timeout(),
                patch.url().isPresent()
                        || patch.headers().isPresent()
                        || patch.correlationId().isPresent(),
                patch.digest());
    }

    /** What was asked, with this change. */
    public ObservedRequest applyTo(ObservedRequest request) {
        var changed =
                new ObservedRequest(
                        executeAt.orElse(request.executeAt()),
                        payload.orElse(request.payload()),
                        retryPolicy.orElse(request.retryPolicy()),
                        timeout.orElse(request.timeout()),
                        request.digest());
        return changed.equals(request) && !others ? request : withDigest(changed);
    }

    private ObservedRequest withDigest(ObservedRequest changed) {
        return new ObservedRequest(
                changed.executeAt(),
                changed.payload(),
                changed.retryPolicy(),
                changed.timeout(),
                changed.digest().changedBy(digest));
    }
}
