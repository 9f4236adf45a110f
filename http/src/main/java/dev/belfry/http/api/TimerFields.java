package dev.belfry.http.api;

import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a request says about a timer, field by field.
 *
 * @param faults what could not be read; such a field is absent
 */
record TimerFields(
        Field<String> groupId,
        Field<String> timerId,
        Field<Instant> executeAt,
        Field<String> callbackUrl,
        Field<Payload> payload,
        Field<Duration> callbackTimeout,
        Field<RetryFields> retryPolicy,
        Field<String> correlationId,
        Field<CallbackHeaders> headers,
        Field<CallbackMethod> method,
        Field<CallbackBody> body,
        Field<CredentialName> credential,
        Field<FailureUrl> onFailed,
        Field<Duration> delay,
        Field<ScheduleFields> schedule,
        List<Fault> faults) {
    TimerFields {
        faults = List.copyOf(faults);
    }

    /** Whether nothing is said but which timer is meant. */
    boolean hasNamesOnly() {
        return equals(new TimerReader().fields(faults).withNames(groupId, timerId));
    }

    private TimerFields withNames(Field<String> group, Field<String> timer) {
        return new TimerFields(
                group,
                timer,
                executeAt,
                callbackUrl,
                payload,
                callbackTimeout,
                retryPolicy,
                correlationId,
                headers,
                method,
                body,
                credential,
                onFailed,
                delay,
                schedule,
                faults);
    }

    /**
     * The digest of what was asked: the fields in this order, then the payload's bytes, then what
     * came with later versions by its name, if it is said. The order and the forms are for ever:
     * stored digests are compared with them.
     */
    Digest digest() {
        var parts = new ArrayList<byte[]>();
        parts.add(executeAt.digested(at -> InstantText.format(Instants.ceilToMillis(at))));
        parts.add(callbackUrl.digested(url -> url));
        parts.add(callbackTimeout.digested(DurationText::format));
        parts.add(retryPolicy.digested(RetryFields::asText));
        parts.add(correlationId.digested(id -> id));
        parts.add(headers.digested(TimerFields::inOrderOfName));
        parts.add(payload.given().orElse(Payload.NULL).bytes());
        parts.addAll(method.digestedIfSaid("method", CallbackMethod::name));
        parts.addAll(body.digestedIfSaid("body", CallbackBody::toString));
        parts.addAll(delay.digestedIfSaid("delay", DurationText::format));
        parts.addAll(schedule.digestedIfSaid("schedule", ScheduleFields::asText));
        parts.addAll(credential.digestedIfSaid("credential", CredentialName::text));
        parts.addAll(onFailed.digestedIfSaid("onFailed", FailureUrl::text));
        return Digest.of(parts);
    }

    private static String inOrderOfName(CallbackHeaders headers) {
        var sorted = new TreeMap<String, String>();
        headers.byName().forEach((name, value) -> sorted.put(name.toLowerCase(Locale.ROOT), value));
        return sorted.entrySet().stream().map(TimerFields::line).collect(Collectors.joining("\n"));
    }

    private static String line(Map.Entry<String, String> header) {
        return header.getKey() + ": " + header.getValue();
    }
}
