package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.operate.config.LimitsConfig;
import dev.belfry.operate.trace.TraceContext;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes of a request's fields what the engine understands. Immutable. */
final class RequestedTimer {
    private static final String GROUP = "groupId";
    private static final String TIMER = "timerId";
    private static final String URL = "callbackUrl";

    private final Groups groups;
    private final LimitsConfig limits;
    private final TargetChecks targets;
    private final RequestedTime times;

    RequestedTimer(Groups groups, LimitsConfig limits, TargetChecks targets, InstantSource clock) {
        this.groups = groups;
        this.limits = limits;
        this.targets = targets;
        this.times = new RequestedTime(limits.horizon(), clock);
    }

    /** The names of a timer to create; a body may repeat the group that the path gives. */
    TimerKey newKey(TimerFields fields, Call call) {
        return whole(fields, Set.of(TIMER, URL), () -> keyOf(fields, call.groupInPath()));
    }

    /** The names of a timer that is there. */
    TimerKey key(TimerFields fields) {
        return whole(fields, Set.of(TIMER), () -> keyOf(fields, Optional.empty()));
    }

    private static TimerKey keyOf(TimerFields fields, Optional<GroupId> inPath) {
        inPath.ifPresent(group -> requireSame(fields.groupId(), group.value(), GROUP));
        return new TimerKey(
                inPath.orElseGet(() -> groupOf(fields)), fields.timerId().required(TIMER));
    }

    private static GroupId groupOf(TimerFields fields) {
        return fields.groupId().given().map(GroupId::new).orElse(GroupId.DEFAULT);
    }

    /** A body may repeat the names that the path gives, but not differ from them. */
    private static void requireSame(TimerKey key, TimerFields fields) {
        requireSame(fields.groupId(), key.group().value(), GROUP);
        requireSame(fields.timerId(), key.id(), TIMER);
    }

    private static void requireSame(Field<String> said, String inPath, String name) {
        said.given().ifPresent(it -> require(it.equals(inPath), name, "is not the path's"));
    }

    /**
     * The trace is no part of what was asked: a repeat comes with another. It is the correlation
     * id, or is kept beside one that was given.
     */
    TimerSpec spec(TimerKey key, TimerFields fields, Call call) {
        return whole(fields, Set.of(URL), () -> specOf(key, fields, call));
    }

    private TimerSpec specOf(TimerKey key, TimerFields fields, Call call) {
        requireSame(key, fields);
        var group = groups.defaults(key.group());
        var target =
                new CallbackTarget(
                        fields.callbackUrl().required(URL),
                        fields.callbackTimeout().given().orElse(group.callbackTimeout()),
                        fields.headers().given().orElse(CallbackHeaders.NONE),
                        fields.method().given().orElse(CallbackMethod.POST),
                        fields.body().given().orElse(CallbackBody.ENVELOPE),
                        fields.credential().given().orElse(CredentialName.NONE),
                        fields.onFailed().given().orElse(FailureUrl.OF_GROUP),
                        fields.correlationId().given().flatMap(_ -> traceId(call)));
        times.requireSaid(fields);
        var place = times.firstRun(fields);
        var spec =
                new TimerSpec(
                        place.map(it -> it.executeAt(TimerUuid.of(key).low()))
                                .or(() -> times.executeAt(fields))
                                .orElseThrow(),
                        target,
                        withinLimit(fields.payload().given().orElse(Payload.NULL)),
                        fields.retryPolicy()
                                .given()
                                .map(retry -> retry.over(group.retryPolicy()))
                                .orElse(group.retryPolicy()),
                        fields.correlationId().given().or(() -> traceId(call)),
                        place,
                        fields.digest());
        targets.require(key.group(), target);
        return spec;
    }

    TimerPatch patch(TimerKey key, TimerFields fields) {
        return whole(fields, Set.of(), () -> patchOf(key, fields));
    }

    private TimerPatch patchOf(TimerKey key, TimerFields fields) {
        requireSame(key, fields);
        var group = groups.find(key.group());
        fields.executeAt().requireNotNull("executeAt");
        fields.schedule().requireNotNull("schedule");
        fields.callbackUrl().requireNotNull(URL);
        var patch =
                new TimerPatch(
                        times.executeAt(fields),
                        fields.callbackUrl().given(),
                        fields.callbackTimeout().patched(group.callbackTimeout()),
                        fields.headers().patched(CallbackHeaders.NONE),
                        fields.method().patched(CallbackMethod.POST),
                        fields.body().patched(CallbackBody.ENVELOPE),
                        fields.credential().patched(CredentialName.NONE),
                        fields.onFailed().patched(FailureUrl.OF_GROUP),
                        fields.payload().given().map(this::withinLimit),
                        retryPolicy(fields, group),
                        correlationId(fields),
                        times.schedule(fields),
                        fields.digest());
        targets.require(key.group(), patch);
        return patch;
    }

    private static Optional<RetryPolicy> retryPolicy(TimerFields fields, GroupDefinition group) {
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
        return TracedRoutes.of(call).map(TraceContext::traceId);
    }

    // ---- all that is wrong

    /**
     * Makes something of a timer's fields, or refuses them with all that is wrong with them.
     *
     * @param needed fields that must be there; none for a patch
     */
    private <T> T whole(TimerFields fields, Set<String> needed, Supplier<T> made) {
        var faults = new FaultList(fields.faults());
        if (fields.faults().isEmpty()) {
            try {
                return made.get();
            } catch (InvalidValueException e) {
                faults.add(e);
            }
        }
        search(fields, needed, faults);
        throw Problem.invalid(faults.all()).raised();
    }

    /** Looks at each field alone, so that one that is wrong does not hide another. */
    private void search(TimerFields fields, Set<String> needed, FaultList faults) {
        faults.trying(() -> groupOf(fields));
        faults.trying(() -> searchId(fields.timerId(), needed));
        faults.trying(() -> searchUrl(fields.callbackUrl(), needed));
        faults.trying(() -> fields.callbackTimeout().given().ifPresent(RequestedTimer::target));
        if (!faults.concern(RequestedTime.FIELDS)) {
            faults.trying(() -> searchTime(fields, needed));
        }
        faults.trying(() -> fields.payload().given().ifPresent(this::withinLimit));
        faults.trying(
                () -> fields.retryPolicy().given().ifPresent(it -> it.over(RetryPolicy.DEFAULT)));
        faults.trying(
                () -> fields.correlationId().given().ifPresent(TimerSpec::requireCorrelationId));
    }

    private static void searchId(Field<String> id, Set<String> needed) {
        if (needed.contains(TIMER)) {
            id.required(TIMER);
        }
        id.given().ifPresent(it -> new TimerKey(GroupId.DEFAULT, it));
    }

    private static void searchUrl(Field<String> url, Set<String> needed) {
        if (needed.contains(URL)) {
            url.required(URL);
        } else {
            url.requireNotNull(URL);
        }
        url.given().ifPresent(CallbackTarget::of);
    }

    private static void target(Duration timeout) {
        var _ = new CallbackTarget("http://any", timeout, CallbackHeaders.NONE);
    }

    private void searchTime(TimerFields fields, Set<String> needed) {
        times.schedule(fields);
        times.executeAt(fields);
        if (needed.contains(URL)) {
            times.requireSaid(fields);
        }
    }
}
