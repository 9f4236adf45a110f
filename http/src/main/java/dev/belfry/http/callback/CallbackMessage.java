package dev.belfry.http.callback;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.InstantText;
import dev.belfry.node.fire.Attempt;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a receiver is sent: the id that repeats share, and the body with the payload untouched. What
 * an envelope says stands in headers if there is none.
 */
final class CallbackMessage {
    /** The text around the payload is rarely longer. */
    private static final int USUAL_FRAME = 320;

    private static final byte[] NOTHING = {};

    private final String id;
    private final long timestamp;
    private final byte[] body;
    private final Map<String, String> names;

    private CallbackMessage(String id, long timestamp, byte[] body, Map<String, String> names) {
        this.id = id;
        this.timestamp = timestamp;
        this.body = body;
        this.names = names;
    }

    static CallbackMessage of(Attempt attempt) {
        var target = attempt.timer().spec().target();
        boolean enveloped = target.body() == CallbackBody.ENVELOPE && target.method().hasBody();
        return new CallbackMessage(
                attempt.webhookId(),
                attempt.startedAt().getEpochSecond(),
                enveloped ? envelope(attempt) : bare(attempt),
                enveloped ? Map.of() : namesOf(attempt));
    }

    String id() {
        return id;
    }

    /** When the attempt started, in seconds. */
    long timestamp() {
        return timestamp;
    }

    byte[] body() {
        return body;
    }

    /** Headers that say what an envelope would; none if there is one. */
    Map<String, String> names() {
        return names;
    }

    private static byte[] bare(Attempt attempt) {
        var spec = attempt.timer().spec();
        return spec.target().method().hasBody() ? spec.payload().bytes() : NOTHING;
    }

    private static Map<String, String> namesOf(Attempt attempt) {
        var timer = attempt.timer();
        var names = new LinkedHashMap<String, String>();
        names.put("webhook-group-id", timer.key().group().value());
        names.put("webhook-timer-id", percentEncoded(timer.key().id()));
        names.put("webhook-timer-uuid", timer.uuid().toString());
        names.put("webhook-execute-at", InstantText.format(timer.spec().executeAt()));
        timer.spec().recurrence().ifPresent(place -> names.putAll(namesOf(place)));
        names.put("webhook-attempt", Integer.toString(attempt.id().number()));
        timer.spec().correlationId().ifPresent(id -> names.put("webhook-correlation-id", id));
        return names;
    }

    private static Map<String, String> namesOf(Recurrence place) {
        return Map.of(
                "webhook-scheduled-for",
                InstantText.format(place.scheduledFor()),
                "webhook-run",
                Long.toString(place.run()));
    }

    /** A header holds ASCII only. */
    private static String percentEncoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static byte[] envelope(Attempt attempt) {
        var timer = attempt.timer();
        var payload = timer.spec().payload();
        var body = new ByteArrayOutputStream(USUAL_FRAME + payload.size());
        ascii(body, "{\"groupId\":\"" + timer.key().group() + "\",\"timerId\":");
        quoted(body, timer.key().id());
        ascii(body, ",\"timerUuid\":\"" + timer.uuid() + "\"");
        ascii(body, ",\"executeAt\":\"" + InstantText.format(timer.spec().executeAt()) + "\"");
        timer.spec().recurrence().ifPresent(place -> ascii(body, run(place)));
        ascii(body, ",\"attempt\":" + attempt.id().number() + ",\"correlationId\":");
        timer.spec()
                .correlationId()
                .ifPresentOrElse(id -> quoted(body, id), () -> ascii(body, "null"));
        ascii(body, ",\"payload\":");
        body.writeBytes(payload.bytes());
        body.write('}');
        return body.toByteArray();
    }

    private static String run(Recurrence place) {
        return ",\"scheduledFor\":\"%s\",\"run\":%d"
                .formatted(InstantText.format(place.scheduledFor()), place.run());
    }

    private static void ascii(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void quoted(ByteArrayOutputStream body, String text) {
        body.write('"');
        body.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
        body.write('"');
    }
}
