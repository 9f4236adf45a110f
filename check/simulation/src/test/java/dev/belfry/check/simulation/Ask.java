package dev.belfry.check.simulation;

import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a test asks for: a timer at an instant, with as much of the rest as it cares about. */
record Ask(Instant at, String host, Duration timeout, RetryPolicy policy, String payload) {
    static Ask at(Instant at) {
        return new Ask(at, "receiver", Duration.ofSeconds(30), RetryPolicy.DEFAULT, "null");
    }

    Ask host(String newHost) {
        return new Ask(at, newHost, timeout, policy, payload);
    }

    Ask timeout(Duration newTimeout) {
        return new Ask(at, host, newTimeout, policy, payload);
    }

    Ask policy(RetryPolicy newPolicy) {
        return new Ask(at, host, timeout, newPolicy, payload);
    }

    Ask attempts(int most) {
        var base = RetryPolicy.DEFAULT;
        return policy(
                new RetryPolicy(
                        most,
                        base.maxDuration(),
                        base.initialInterval(),
                        base.backoffMultiplier(),
                        base.maxInterval()));
    }

    Ask payload(String newPayload) {
        return new Ask(at, host, timeout, policy, newPayload);
    }

    TimerSpec spec() {
        return new TimerSpec(
                at,
                new CallbackTarget("http://" + host + "/callback", timeout, CallbackHeaders.NONE),
                Payload.of(payload),
                policy,
                Optional.empty(),
                Digest.of(List.of(toString().getBytes(StandardCharsets.UTF_8))));
    }

    static TimerPatch patchOf(Optional<Instant> executeAt, Optional<String> payload) {
        return new TimerPatch(
                executeAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                payload.map(Payload::of),
                Optional.empty(),
                Optional.empty(),
                new Digest(executeAt.hashCode(), payload.hashCode()));
    }
}
