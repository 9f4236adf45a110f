package dev.belfry.core.mutation;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Origin;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Some fields of a timer to change; the others stay.
 *
 * @param correlationId the outer Optional says whether to change it, the inner one to what
 * @param digest of the request as asked
 */
public record TimerPatch(
        Optional<Instant> executeAt,
        Optional<String> url,
        Optional<Duration> timeout,
        Optional<CallbackHeaders> headers,
        Optional<CallbackMethod> method,
        Optional<CallbackBody> body,
        Optional<CredentialName> credential,
        Optional<FailureUrl> onFailed,
        Optional<Payload> payload,
        Optional<RetryPolicy> retryPolicy,
        Optional<Optional<String>> correlationId,
        Optional<TimerSchedule> schedule,
        Digest digest) {
    public TimerPatch {
        executeAt = executeAt.map(Instants::ceilToMillis);
        requireFields(executeAt, url, timeout, correlationId);
    }

    /** One that leaves the form of the callback as it is. */
    public TimerPatch(
            Optional<Instant> executeAt,
            Optional<String> url,
            Optional<Duration> timeout,
            Optional<CallbackHeaders> headers,
            Optional<Payload> payload,
            Optional<RetryPolicy> retryPolicy,
            Optional<Optional<String>> correlationId,
            Digest digest) {
        this(
                executeAt,
                url,
                timeout,
                headers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                payload,
                retryPolicy,
                correlationId,
                Optional.empty(),
                digest);
    }

    /**
     * Fields that a valid request takes are taken by every other, so no commit can fail by them.
     */
    private static void requireFields(
            Optional<Instant> executeAt,
            Optional<String> url,
            Optional<Duration> timeout,
            Optional<Optional<String>> correlationId) {
        var _ =
                new TimerSpec(
                        executeAt.orElse(Instant.EPOCH),
                        new CallbackTarget(
                                url.orElse("http://any"),
                                timeout.orElse(CallbackTarget.DEFAULT_TIMEOUT),
                                CallbackHeaders.NONE),
                        Payload.NULL,
                        RetryPolicy.DEFAULT,
                        correlationId.orElse(Optional.empty()),
                        new Digest(0, 0));
    }

    /**
     * Whether headers that were given for one origin would go to another. They may hold its
     * secrets, which nobody can read, so whoever names another origin says anew what is sent there.
     */
    boolean takesHeadersElsewhere(TimerSpec spec) {
        return headers.isEmpty()
                && !spec.target().headers().equals(CallbackHeaders.NONE)
                && url.isPresent()
                && !Origin.of(url.get()).equals(spec.target().address().origin());
    }

    /**
     * What was asked, with these fields changed; with its digest changed unless all is as it was.
     */
    TimerSpec applyTo(TimerSpec spec) {
        invariant(
                !takesHeadersElsewhere(spec), "headers for %s go elsewhere", spec.target().host());
        var changed =
                new TimerSpec(
                        executeAt.orElse(spec.executeAt()),
                        applyTo(spec.target()),
                        payload.orElse(spec.payload()),
                        retryPolicy.orElse(spec.retryPolicy()),
                        correlationId.orElse(spec.correlationId()),
                        spec.recurrence()
                                .map(place -> place.schedule(schedule.orElse(place.schedule()))),
                        spec.digest());
        return changed.equals(spec) ? spec : changed.digest(spec.digest().changedBy(digest));
    }

    private CallbackTarget applyTo(CallbackTarget target) {
        return new CallbackTarget(
                url.orElse(target.url()),
                timeout.orElse(target.timeout()),
                headers.orElse(target.headers()),
                method.orElse(target.method()),
                body.orElse(target.body()),
                credential.orElse(target.credential()),
                onFailed.orElse(target.onFailed()),
                target.traceId());
    }

    int sizeBytes() {
        return url.map(String::length).orElse(0)
                + headers.map(h -> h.toText().length()).orElse(0)
                + payload.map(Payload::size).orElse(0);
    }
}
