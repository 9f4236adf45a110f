package dev.belfry.http.callback;

import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** An attempt that a test sends: the usual one, but for what the test wants to differ. */
record Callback(
        String url,
        Duration timeout,
        String payload,
        Optional<String> correlationId,
        Map<String, String> headers,
        CallbackMethod method,
        CallbackBody body,
        int number,
        long generation) {
    static Callback to(String url) {
        return new Callback(
                url,
                Sending.LONG,
                "null",
                Optional.empty(),
                Map.of(),
                CallbackMethod.POST,
                CallbackBody.ENVELOPE,
                1,
                7);
    }

    Callback within(Duration limit) {
        return new Callback(
                url, limit, payload, correlationId, headers, method, body, number, generation);
    }

    Callback carrying(String json) {
        return new Callback(
                url, timeout, json, correlationId, headers, method, body, number, generation);
    }

    Callback correlated(String id) {
        return new Callback(
                url, timeout, payload, Optional.of(id), headers, method, body, number, generation);
    }

    Callback with(Map<String, String> more) {
        return new Callback(
                url, timeout, payload, correlationId, more, method, body, number, generation);
    }

    Callback as(CallbackMethod newMethod, CallbackBody newBody) {
        return new Callback(
                url,
                timeout,
                payload,
                correlationId,
                headers,
                newMethod,
                newBody,
                number,
                generation);
    }

    Callback attempt(int attempt, long ofGeneration) {
        return new Callback(
                url, timeout, payload, correlationId, headers, method, body, attempt, ofGeneration);
    }

    Attempt toAttempt() {
        return toAttempt("default");
    }

    Attempt toAttempt(String group) {
        var key = TimerKey.of(group, "t \"1\" ✓");
        var target =
                new CallbackTarget(
                        url,
                        timeout,
                        new CallbackHeaders(new LinkedHashMap<>(headers)),
                        method,
                        body);
        var spec =
                new TimerSpec(
                        Sending.NOW,
                        target,
                        Payload.of(payload),
                        RetryPolicy.DEFAULT,
                        correlationId,
                        new Digest(1, 2));
        var timer =
                new Timer(
                        key,
                        TimerUuid.of(key),
                        new Generation(generation),
                        new Revision(generation),
                        spec,
                        Sending.NOW,
                        number - 1,
                        Optional.empty(),
                        AttemptLog.NONE,
                        Sending.NOW,
                        Sending.NOW);
        return new Attempt(AttemptId.nextOf(timer), timer, Sending.NOW);
    }
}
