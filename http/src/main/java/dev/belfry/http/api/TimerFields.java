package dev.belfry.http.api;

import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a request says about a timer, field by field. */
record TimerFields(
        Field<String> groupId,
        Field<String> timerId,
        Field<Instant> executeAt,
        Field<String> callbackUrl,
        Field<Payload> payload,
        Field<Duration> callbackTimeout,
        Field<RetryFields> retryPolicy,
        Field<String> correlationId,
        Field<CallbackHeaders> headers) {
    /**
     * The digest of what was asked: the fields in this order, then the payload's bytes. The order
     * and the forms are for ever: stored digests are compared with them.
     */
    Digest digest() {
        return Digest.of(
                List.of(
                        executeAt.digested(at -> InstantText.format(Instants.ceilToMillis(at))),
                        callbackUrl.digested(url -> url),
                        callbackTimeout.digested(DurationText::format),
                        retryPolicy.digested(RetryFields::asText),
                        correlationId.digested(id -> id),
                        headers.digested(TimerFields::inOrderOfName),
                        payload.given().orElse(Payload.NULL).bytes()));
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
