package dev.belfry.http.callback;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.belfry.core.timer.InstantText;
import dev.belfry.node.fire.Attempt;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What a receiver is sent: the id that repeats share, and the body with the payload untouched. */
final class CallbackMessage {
    /** The text around the payload is rarely longer. */
    private static final int USUAL_FRAME = 320;

    private final String id;
    private final long timestamp;
    private final byte[] body;

    private CallbackMessage(String id, long timestamp, byte[] body) {
        this.id = id;
        this.timestamp = timestamp;
        this.body = body;
    }

    static CallbackMessage of(Attempt attempt) {
        return new CallbackMessage(
                attempt.id().webhookId(), attempt.startedAt().getEpochSecond(), bodyOf(attempt));
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

    private static byte[] bodyOf(Attempt attempt) {
        var timer = attempt.timer();
        var payload = timer.spec().payload();
        var body = new ByteArrayOutputStream(USUAL_FRAME + payload.size());
        ascii(body, "{\"groupId\":\"" + timer.key().group() + "\",\"timerId\":");
        quoted(body, timer.key().id());
        ascii(body, ",\"timerUuid\":\"" + timer.uuid() + "\"");
        ascii(body, ",\"executeAt\":\"" + InstantText.format(timer.spec().executeAt()) + "\"");
        ascii(body, ",\"attempt\":" + attempt.id().number() + ",\"correlationId\":");
        timer.spec()
                .correlationId()
                .ifPresentOrElse(id -> quoted(body, id), () -> ascii(body, "null"));
        ascii(body, ",\"payload\":");
        body.writeBytes(payload.bytes());
        body.write('}');
        return body.toByteArray();
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
