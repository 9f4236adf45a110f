package dev.belfry.http.callback;

import dev.belfry.node.fire.CallbackReply;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** What an answer's status means, and for a success its body. Immutable. */
final class Verdicts {
    private final InstantSource clock;
    private final SuccessBody bodies;

    Verdicts(InstantSource clock, int maxPayloadBytes) {
        this.clock = clock;
        this.bodies = new SuccessBody(maxPayloadBytes);
    }

    /** Whether the body decides; for any other status the body does not matter. */
    static boolean needsBody(int status) {
        return isSuccess(status) && status != 204;
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status <= 299;
    }

    CallbackReply of(int status, Optional<String> retryAfter, byte[] body) {
        return needsBody(status) ? bodies.read(body) : of(status, retryAfter);
    }

    CallbackReply of(int status, Optional<String> retryAfter) {
        var error = "HTTP " + status;
        return switch (status) {
            case 204 -> new CallbackReply.Done();
            case 408, 425, 429 -> new CallbackReply.Failed(error, wait(retryAfter));
            default ->
                    status >= 300 && status <= 499
                            ? new CallbackReply.FailedForGood(error + hint(status))
                            : new CallbackReply.Failed(error, wait(retryAfter));
        };
    }

    private static String hint(int status) {
        return status < 400 ? ": redirects are not followed" : "";
    }

    private Optional<Duration> wait(Optional<String> retryAfter) {
        return retryAfter.flatMap(value -> RetryAfter.parse(value, clock.instant()));
    }
}
