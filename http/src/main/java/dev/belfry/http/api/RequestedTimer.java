package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.operate.config.LimitsConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes of a request's fields what the engine understands. Immutable. */
final class RequestedTimer {
    private static final Pattern TRACE_PARENT =
            Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private final Groups groups;
    private final LimitsConfig limits;
    private final TargetChecks targets;
    private final InstantSource clock;

    RequestedTimer(Groups groups, LimitsConfig limits, TargetChecks targets, InstantSource clock) {
        this.groups = groups;
        this.limits = limits;
        this.targets = targets;
        this.clock = clock;
    }

    TimerKey key(TimerFields fields) {
        var group = fields.groupId().given().map(GroupId::new).orElse(GroupId.DEFAULT);
        return new TimerKey(group, fields.timerId().required("timerId"));
    }

    /** A body may repeat the names that the path gives, but not differ from them. */
    void requireSame(TimerKey key, TimerFields fields) {
        fields.groupId()
                .given()
                .ifPresent(
                        id ->
                                require(
                                        id.equals(key.group().value()),
                                        "groupId",
                                        "is not the path's"));
        fields.timerId()
                .given()
                .ifPresent(id -> require(id.equals(key.id()), "timerId", "is not the path's"));
    }

    /** The trace is no part of what was asked: a repeat comes with another. */
    TimerSpec spec(TimerKey key, TimerFields fields, Call call) {
        var group = groups.find(key.group());
        var target =
                new CallbackTarget(
                        fields.callbackUrl().required("callbackUrl"),
                        fields.callbackTimeout().given().orElse(group.callbackTimeout()),
                        fields.headers().given().orElse(CallbackHeaders.NONE),
                        fields.method().given().orElse(CallbackMethod.POST),
                        fields.body().given().orElse(CallbackBody.ENVELOPE),
                        fields.credential().given().orElse(CredentialName.NONE));
        targets.require(key.group(), target);
        var schedule = fields.schedule().given().map(it -> it.schedule(clock.instant()));
        requireNoOther(schedule, fields);
        var place = schedule.map(this::firstRun);
        return new TimerSpec(
                place.map(it -> it.executeAt(TimerUuid.of(key).low()))
                        .or(() -> executeAt(fields, fields.executeAt().given()))
                        .orElseThrow(
                                () ->
                                        new InvalidValueException(
                                                "executeAt", "or delay or schedule is required")),
                target,
                withinLimit(fields.payload().given().orElse(Payload.NULL)),
                fields.retryPolicy()
                        .given()
                        .map(retry -> retry.over(group.retryPolicy()))
                        .orElse(group.retryPolicy()),
                fields.correlationId().given().or(() -> traceId(call)),
                place,
                fields.digest());
    }

    private static void requireNoOther(Optional<TimerSchedule> schedule, TimerFields fields) {
        require(
                schedule.isEmpty()
                        || (fields.executeAt().given().isEmpty()
                                && fields.delay().given().isEmpty()),
                "executeAt",
                "is given by the schedule: one of them is enough");
    }

    private Recurrence firstRun(TimerSchedule schedule) {
        var first = Recurrence.first(schedule, clock.instant());
        require(first.isPresent(), "schedule", "has no run from now on");
        return first.orElseThrow();
    }

    TimerPatch patch(TimerKey key, TimerFields fields) {
        var group = groups.find(key.group());
        var patch = patch(fields, group);
        targets.require(key.group(), patch);
        return patch;
    }

    private TimerPatch patch(TimerFields fields, Groups.Defined group) {
        return new TimerPatch(
                executeAt(fields, fields.executeAt().patchedUnlessNull("executeAt")),
                fields.callbackUrl().patchedUnlessNull("callbackUrl"),
                fields.callbackTimeout().patched(group.callbackTimeout()),
                fields.headers().patched(CallbackHeaders.NONE),
                fields.method().patched(CallbackMethod.POST),
                fields.body().patched(CallbackBody.ENVELOPE),
                fields.credential().patched(CredentialName.NONE),
                fields.payload().given().map(this::withinLimit),
                retryPolicy(fields, group),
                correlationId(fields),
                schedule(fields),
                fields.digest());
    }

    private Optional<TimerSchedule> schedule(TimerFields fields) {
        var schedule =
                fields.schedule()
                        .patchedUnlessNull("schedule")
                        .map(it -> it.schedule(clock.instant()));
        schedule.ifPresent(this::firstRun);
        requireNoOther(schedule, fields);
        return schedule;
    }

    private static Optional<RetryPolicy> retryPolicy(TimerFields fields, Groups.Defined group) {
        return switch (fields.retryPolicy()) {
            case Field.Absent<RetryFields>() -> Optional.empty();
            case Field.Null<RetryFields>() -> Optional.of(group.retryPolicy());
            case Field.Given<RetryFields>(var retry) ->
                    Optional.of(retry.over(group.retryPolicy()));
        };
    }

    private static Optional<Optional<String>> correlationId(TimerFields fields) {
        return switch (fields.correlationId()) {
            case Field.Absent<String>() -> Optional.empty();
            case Field.Null<String>() -> Optional.of(Optional.empty());
            case Field.Given<String>(var id) -> Optional.of(Optional.of(id));
        };
    }

    /** When to call, as an instant or from now on by this server's clock. */
    private Optional<Instant> executeAt(TimerFields fields, Optional<Instant> given) {
        var now = clock.instant();
        var delay = fields.delay().given();
        require(
                given.isEmpty() || delay.isEmpty(),
                "delay",
                "is given beside executeAt: one of them is enough");
        given.ifPresent(at -> requireWithinHorizon(Duration.between(now, at), "executeAt"));
        delay.ifPresent(wait -> requireWithinHorizon(wait, "delay"));
        return given.or(() -> delay.map(now::plus));
    }

    private void requireWithinHorizon(Duration wait, String field) {
        require(
                wait.compareTo(limits.horizon()) <= 0,
                field,
                "lies more than %d days ahead",
                limits.horizon().toDays());
    }

    private Payload withinLimit(Payload payload) {
        if (payload.size() > limits.payload().count()) {
            throw new InvalidValueException(
                    "payload",
                    "has %d bytes; at most %s are taken"
                            .formatted(payload.size(), limits.payload()));
        }
        return payload;
    }

    private static Optional<String> traceId(Call call) {
        return call.header("traceparent")
                .map(TRACE_PARENT::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1));
    }
}
