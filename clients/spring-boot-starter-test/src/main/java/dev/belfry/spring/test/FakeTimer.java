package dev.belfry.spring.test;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A timer that the fake keeps. Immutable.
 *
 * @param asked the fields as somebody sent them
 * @param attempts made so far
 */
record FakeTimer(
        String group, String id, ObjectNode asked, Instant executeAt, Instant now, int attempts) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern DELAY = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

    static FakeTimer of(String group, String id, ObjectNode asked, Instant now) {
        return new FakeTimer(group, id, asked, executeAt(asked, now), now, 0);
    }

    /** A timer with a schedule is there to be fired by the test: it has no instant of its own. */
    private static Instant executeAt(ObjectNode asked, Instant now) {
        return asked.path("executeAt")
                .stringValueOpt()
                .map(Instant::parse)
                .orElseGet(() -> now.plus(delay(asked.path("delay").stringValue("0s"))));
    }

    private static Duration delay(String text) {
        var parts = DELAY.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text + " is not a duration such as 5s");
        }
        long amount = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    FakeTimer tried() {
        return new FakeTimer(group, id, asked, executeAt, now, attempts + 1);
    }

    FakeTimer at(Instant next) {
        return new FakeTimer(group, id, asked, next, now, 0);
    }

    private String uuid() {
        return UUID.nameUUIDFromBytes((group + "/" + id).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private String payload() {
        return asked.has("payload") ? asked.get("payload").toString() : "null";
    }

    /** As a server shows it. */
    ObjectNode shown() {
        var shown =
                JSON.createObjectNode()
                        .put("groupId", group)
                        .put("timerId", id)
                        .put("timerUuid", uuid())
                        .put("executeAt", executeAt.toString())
                        .put("callbackUrl", asked.required("callbackUrl").stringValue())
                        .put("callbackTimeout", asked.path("callbackTimeout").stringValue("30s"))
                        .put("method", asked.path("method").stringValue("POST"))
                        .put("body", asked.path("body").stringValue("envelope"))
                        .put("createdAt", now.toString())
                        .put("updatedAt", now.toString())
                        .put("attempts", attempts)
                        .put("state", "SCHEDULED")
                        .put("nextAttemptAt", executeAt.toString());
        asked.path("correlationId")
                .stringValueOpt()
                .ifPresent(it -> shown.put("correlationId", it));
        shown.set("payload", JSON.readTree(payload()));
        shown.putObject("retryPolicy")
                .put("maxAttempts", 1)
                .put("maxDuration", "24h")
                .put("initialInterval", "5s")
                .put("backoffMultiplier", 3)
                .put("maxInterval", "1h")
                .put("success", "2xx")
                .putArray("permanentStatuses");
        return shown;
    }

    /** The request that its receiver gets; always with an envelope. */
    HttpRequest callback(FakeSignature signature) {
        var envelope =
                JSON.createObjectNode()
                        .put("groupId", group)
                        .put("timerId", id)
                        .put("timerUuid", uuid())
                        .put("executeAt", executeAt.toString())
                        .put("attempt", attempts)
                        .put("correlationId", asked.path("correlationId").stringValue(null));
        envelope.set("payload", JSON.readTree(payload()));
        var webhookId = uuid() + "_" + executeAt.toEpochMilli();
        long timestamp = Instant.now().getEpochSecond();
        var body = envelope.toString();
        return HttpRequest.newBuilder(URI.create(asked.required("callbackUrl").stringValue()))
                .header("Content-Type", "application/json")
                .header("webhook-id", webhookId)
                .header("webhook-timestamp", Long.toString(timestamp))
                .header("webhook-signature", signature.of(webhookId, timestamp, body))
                .POST(BodyPublishers.ofString(body))
                .build();
    }
}
