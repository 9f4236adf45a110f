package dev.belfry.client;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A callback as its receiver got it, with an envelope or without. {@link CallbackVerifier} says
 * whether it is genuine.
 *
 * @param webhookId the same for every attempt of one schedule: what was done for it already need
 *     not be done again
 * @param attempt from one
 * @param payload JSON text, byte for byte as it was given; empty in a GET or DELETE
 * @param scheduledFor of a timer with a schedule: the instant of this run
 * @param run of a timer with a schedule: the number of this run, from one
 */
public record BelfryCallback(
        String webhookId,
        String group,
        String timerId,
        String timerUuid,
        Instant executeAt,
        int attempt,
        Optional<String> correlationId,
        String payload,
        Optional<Instant> scheduledFor,
        Optional<Long> run) {
    /**
     * Reads a request.
     *
     * @param headers the value of a header field by its name, in lower case; null if there is none
     * @throws IllegalArgumentException if this is no callback of Belfry
     */
    public static BelfryCallback read(Function<String, @Nullable String> headers, byte[] body) {
        var names = new Names(headers);
        return names.find("group-id").isPresent()
                ? bare(names, new String(body, StandardCharsets.UTF_8))
                : enveloped(names, new String(body, StandardCharsets.UTF_8));
    }

    /** What the envelope would say is in header fields. */
    private static BelfryCallback bare(Names names, String payload) {
        return new BelfryCallback(
                names.get("id"),
                names.get("group-id"),
                URLDecoder.decode(
                        names.get("timer-id").replace("+", "%2B"), StandardCharsets.UTF_8),
                names.get("timer-uuid"),
                instant(names.get("execute-at")),
                Integer.parseInt(names.get("attempt")),
                names.find("correlation-id"),
                payload,
                names.find("scheduled-for").map(BelfryCallback::instant),
                names.find("run").map(Long::parseLong));
    }

    private static BelfryCallback enveloped(Names names, String body) {
        try {
            var json = JsonObject.parse(body);
            return new BelfryCallback(
                    names.get("id"),
                    json.text("groupId"),
                    json.text("timerId"),
                    json.text("timerUuid"),
                    json.instant("executeAt"),
                    json.number("attempt").intValueExact(),
                    json.findText("correlationId"),
                    json.text("payload"),
                    json.findInstant("scheduledFor"),
                    json.findNumber("run").map(it -> it.longValueExact()));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("this is no callback of Belfry", e);
        }
    }

    private static Instant instant(String text) {
        return Instant.parse(text);
    }

    /** Header fields that begin with {@code webhook-}. */
    private record Names(Function<String, @Nullable String> headers) {
        Optional<String> find(String name) {
            return Optional.ofNullable(headers.apply("webhook-" + name));
        }

        String get(String name) {
            return find(name)
                    .orElseThrow(
                            () ->
                                    new IllegalArgumentException(
                                            "this is no callback of Belfry: it has no webhook-"
                                                    + name));
        }
    }
}
