package dev.belfry.check.contract;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a user may ask for. Equal requests are identical to the store. Immutable. */
public record TimerRequest(
        TimerKey key,
        Instant executeAt,
        CallbackTarget target,
        Payload payload,
        RetryPolicy retryPolicy,
        Optional<String> correlationId) {
    /** When timers of these tests fire unless they say otherwise. */
    public static final Instant NOON = Instant.parse("2031-05-06T12:00:00.123Z");

    public static TimerRequest timer(String id) {
        return timer(SampleGroups.ONE, id);
    }

    public static TimerRequest timer(Group group, String id) {
        return new TimerRequest(
                new TimerKey(group.id(), id),
                NOON,
                CallbackTarget.of("http://receiver.example/hook"),
                Payload.of("{\"of\": 1}"),
                RetryPolicy.DEFAULT,
                Optional.empty());
    }

    public TimerRequest at(Instant newExecuteAt) {
        return new TimerRequest(key, newExecuteAt, target, payload, retryPolicy, correlationId);
    }

    public TimerRequest target(CallbackTarget newTarget) {
        return new TimerRequest(key, executeAt, newTarget, payload, retryPolicy, correlationId);
    }

    public TimerRequest payload(String json) {
        return payload(Payload.of(json));
    }

    public TimerRequest payload(Payload newPayload) {
        return new TimerRequest(key, executeAt, target, newPayload, retryPolicy, correlationId);
    }

    public TimerRequest retryPolicy(RetryPolicy newPolicy) {
        return new TimerRequest(key, executeAt, target, payload, newPolicy, correlationId);
    }

    public TimerRequest correlatedTo(String newCorrelationId) {
        return new TimerRequest(
                key, executeAt, target, payload, retryPolicy, Optional.of(newCorrelationId));
    }

    public Create create() {
        return create(Stamps.next());
    }

    public Create create(Stamp stamp) {
        return new Create(key, uuid(), spec(), stamp);
    }

    public Put put() {
        return put(Precondition.none(), Stamps.next());
    }

    public Put put(Precondition precondition, Stamp stamp) {
        return new Put(key, uuid(), spec(), precondition, stamp);
    }

    public TimerUuid uuid() {
        return TimerUuid.of(key);
    }

    public TimerSpec spec() {
        return new TimerSpec(executeAt, target, payload, retryPolicy, correlationId, digest());
    }

    private Digest digest() {
        var texts =
                Stream.of(executeAt, target, target.headersText(), retryPolicy, correlationId)
                        .map(part -> part.toString().getBytes(StandardCharsets.UTF_8));
        return Digest.of(Stream.concat(texts, Stream.of(payload.bytes())).toList());
    }

    /** As many requests as asked, with ids of their own, all for the same instant. */
    public static List<TimerRequest> several(String prefix, int count) {
        return Stream.iterate(0, n -> n + 1)
                .limit(count)
                .map(n -> timer("%s-%d".formatted(prefix, n)))
                .toList();
    }
}
