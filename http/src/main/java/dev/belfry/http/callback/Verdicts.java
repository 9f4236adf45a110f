package dev.belfry.http.callback;

import dev.belfry.core.timer.AnswerRules;
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

    CallbackReply of(int status, Optional<String> retryAfter, byte[] body, AnswerRules rules) {
        return needsBody(status) ? bodies.read(body, rules) : of(status, retryAfter, rules);
    }

    /** Everything but a success is tried again, unless that can not help. */
    CallbackReply of(int status, Optional<String> retryAfter, AnswerRules rules) {
        if (isSuccess(status)) {
            return new CallbackReply.Done();
        }
        var error = "HTTP " + status + hint(status);
        return rules.isPermanent(status)
                ? new CallbackReply.FailedForGood(error)
                : new CallbackReply.Failed(error, wait(retryAfter));
    }

    private static String hint(int status) {
        return status >= 300 && status <= 399 ? ": redirects are not followed" : "";
    }

    private Optional<Duration> wait(Optional<String> retryAfter) {
        return retryAfter.flatMap(value -> RetryAfter.parse(value, clock.instant()));
    }
}
