package dev.belfry.http.callback;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.http.transport.NameTables;
import dev.belfry.http.transport.ReadableNames;
import dev.belfry.node.fire.CallbackReply;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the body of a 2xx answer. Whatever is not clearly one of the known answers is a failed
 * attempt, because ambiguity is not success. Thread-safe.
 */
final class SuccessBody {
    private static final String WHAT_TO_ANSWER =
            "; answer 204, or 200 with {\"ok\":true}, {\"ok\":false} or"
                    + " {\"nextExecuteAt\":\"...\"}";
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final NameTables tables = new NameTables(new JsonFactory());
    private final int maxPayloadBytes;

    SuccessBody(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /** Why a body is none of the known answers. */
    private static final class Unclear extends Exception {
        private final String reason;

        Unclear(String reason) {
            super(reason);
            this.reason = reason;
        }
    }

    /** The fields that matter, as far as they were given. */
    private static final class Fields {
        private Optional<Boolean> ok = Optional.empty();
        private Optional<Instant> nextExecuteAt = Optional.empty();
        private Optional<Payload> payload = Optional.empty();
        private final Set<String> names = new HashSet<>();
    }

    CallbackReply read(byte[] body) {
        try {
            var text = withoutMark(body);
            return decide(tables.read(json -> fields(json, text)));
        } catch (Unclear e) {
            return unclear(e.reason);
        } catch (IOException _) {
            return unclear("the body is not JSON");
        }
    }

    static CallbackReply.Failed unclear(String reason) {
        return new CallbackReply.Failed(
                "INVALID_CALLBACK_RESPONSE: " + reason + WHAT_TO_ANSWER, Optional.empty());
    }

    private static CallbackReply decide(Fields fields) throws Unclear {
        if (fields.nextExecuteAt.isPresent()) {
            return new CallbackReply.RunAgain(fields.nextExecuteAt.get(), fields.payload);
        }
        boolean ok = fields.ok.orElseThrow(() -> new Unclear("the body has no \"ok\""));
        return ok
                ? new CallbackReply.Done()
                : new CallbackReply.Failed("the receiver answered ok=false", Optional.empty());
    }

    private static byte[] withoutMark(byte[] body) {
        return Arrays.equals(BYTE_ORDER_MARK, 0, 3, body, 0, Math.min(3, body.length))
                ? Arrays.copyOfRange(body, 3, body.length)
                : body;
    }

    private Fields fields(JsonFactory json, byte[] body) throws IOException, Unclear {
        requireText(body);
        try (var parser = json.createParser(ReadableNames.in(body, 0, body.length).array())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Unclear("the body is not a JSON object");
            }
            var fields = new Fields();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                readField(parser, fields, body);
            }
            if (parser.nextToken() != null) {
                throw new Unclear("the body is more than one JSON value");
            }
            return fields;
        }
    }

    /** The parser skips over text without a look at it, and takes zero bytes for UTF-16. */
    private static void requireText(byte[] body) throws Unclear {
        if (body.length == 0) {
            throw new Unclear("the body is empty");
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            if (text.toString().indexOf('\0') >= 0) {
                throw new Unclear("the body is not JSON in UTF-8");
            }
        } catch (CharacterCodingException _) {
            throw new Unclear("the body is not valid UTF-8");
        }
    }

    private void readField(JsonParser parser, Fields fields, byte[] body)
            throws IOException, Unclear {
        var name = parser.currentName();
        if (!fields.names.add(name)) {
            throw new Unclear("the body has a name twice");
        }
        var value = parser.nextToken();
        switch (name) {
            case "ok" -> fields.ok = Optional.of(flag(value));
            case "nextExecuteAt" -> fields.nextExecuteAt = instant(parser, value);
            case "payload" -> fields.payload = Optional.of(payload(parser, body));
            default -> parser.skipChildren();
        }
    }

    private static boolean flag(JsonToken value) throws Unclear {
        if (!value.isBoolean()) {
            throw new Unclear("\"ok\" is neither true nor false");
        }
        return value == JsonToken.VALUE_TRUE;
    }

    /** Null is how many languages write an absent value. */
    private static Optional<Instant> instant(JsonParser parser, JsonToken value)
            throws IOException, Unclear {
        if (value == JsonToken.VALUE_NULL) {
            return Optional.empty();
        }
        if (value != JsonToken.VALUE_STRING) {
            throw new Unclear("\"nextExecuteAt\" is not a string");
        }
        return Optional.of(instant(parser.getText()));
    }

    private static Instant instant(String text) throws Unclear {
        try {
            var instant = InstantText.parse(text, "nextExecuteAt");
            if (instant.isBefore(Instants.EARLIEST) || instant.isAfter(Instants.LATEST)) {
                throw new Unclear("\"nextExecuteAt\" lies outside of the years 1 to 9999");
            }
            return instant;
        } catch (InvalidValueException _) {
            throw new Unclear("\"nextExecuteAt\" is not an instant such as 2030-01-01T00:00:00Z");
        }
    }

    /** The bytes of the value as they came; no JSON type ever holds them. */
    private Payload payload(JsonParser parser, byte[] body) throws IOException, Unclear {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        if (end - start > maxPayloadBytes) {
            throw new Unclear("\"payload\" is longer than " + maxPayloadBytes + " bytes");
        }
        return Payload.wrap(Arrays.copyOfRange(body, start, end));
    }
}
