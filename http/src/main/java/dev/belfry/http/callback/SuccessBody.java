package dev.belfry.http.callback;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.AnswerRules;
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
 * Reads the body of a 2xx answer. It is a success unless the body is a JSON object that says {@code
 * ok: false}, or asks for another run in words that can not be read. By the strict rule whatever is
 * not clearly one of the known answers is a failed attempt. Thread-safe.
 */
final class SuccessBody {
    private static final String WHAT_TO_ANSWER =
            "; answer 204, or 200 with {\"ok\":true}, {\"ok\":false} or"
                    + " {\"nextExecuteAt\":\"...\"}";
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private static final String NAME_TWICE = "the body has a name twice";
    private static final Set<String> KNOWN = Set.of("ok", "nextExecuteAt", "payload");

    /** No limits but that on the length of a body: what follows the words to Belfry is not ours. */
    private final NameTables tables =
            new NameTables(
                    JsonFactory.builder()
                            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                            .streamReadConstraints(
                                    StreamReadConstraints.builder()
                                            .maxNumberLength(Integer.MAX_VALUE)
                                            .maxStringLength(Integer.MAX_VALUE)
                                            .maxNameLength(Integer.MAX_VALUE)
                                            .maxNestingDepth(CallbackExchange.MAX_ANSWER_BYTES)
                                            .build())
                            .build());

    private final int maxPayloadBytes;

    SuccessBody(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /** Why a body is none of the known answers. */
    private static final class Unclear extends Exception {
        private final String reason;
        private final boolean isMeantForBelfry;

        private Unclear(String reason, boolean isMeantForBelfry) {
            super(reason);
            this.reason = reason;
            this.isMeantForBelfry = isMeantForBelfry;
        }

        /** A body that may be about something else altogether. */
        static Unclear foreign(String reason) {
            return new Unclear(reason, false);
        }

        /** A body that asks for something, in words that can not be followed. */
        static Unclear asking(String reason) {
            return new Unclear(reason, true);
        }
    }

    /** The fields that matter, as far as they were given. */
    private static final class Said {
        private Optional<Boolean> ok = Optional.empty();
        private Optional<Instant> nextExecuteAt = Optional.empty();
        private Optional<Payload> payload = Optional.empty();
        private final Set<String> names = new HashSet<>();
        private boolean hasNameTwice;
    }

    CallbackReply read(byte[] body, AnswerRules rules) {
        try {
            var text = withoutMark(body);
            return decide(tables.read(json -> said(json, text)), rules);
        } catch (Unclear e) {
            return e.isMeantForBelfry || rules.isStrict()
                    ? unclear(e.reason)
                    : new CallbackReply.Done();
        } catch (IOException _) {
            return rules.isStrict() ? unclear("the body is not JSON") : new CallbackReply.Done();
        }
    }

    /** What a body means that is too long to be read. */
    static CallbackReply tooLong(int maxBytes, AnswerRules rules) {
        return rules.isStrict()
                ? unclear("the body is longer than " + maxBytes + " bytes")
                : new CallbackReply.Done();
    }

    static CallbackReply.Failed unclear(String reason) {
        return new CallbackReply.Failed(
                "INVALID_CALLBACK_RESPONSE: " + reason + WHAT_TO_ANSWER, Optional.empty());
    }

    private CallbackReply decide(Said said, AnswerRules rules) throws Unclear {
        if (said.hasNameTwice && rules.isStrict()) {
            throw Unclear.foreign(NAME_TWICE);
        }
        if (said.nextExecuteAt.isPresent()) {
            requirePayloadWithinLimit(said);
            return new CallbackReply.RunAgain(said.nextExecuteAt.get(), said.payload);
        }
        if (rules.isStrict() && said.ok.isEmpty()) {
            throw Unclear.foreign(
                    said.names.contains("ok")
                            ? "\"ok\" is neither true nor false"
                            : "the body has no \"ok\"");
        }
        return said.ok.orElse(true)
                ? new CallbackReply.Done()
                : new CallbackReply.Failed("the receiver answered ok=false", Optional.empty());
    }

    private void requirePayloadWithinLimit(Said said) throws Unclear {
        if (said.payload.filter(payload -> payload.size() > maxPayloadBytes).isPresent()) {
            throw Unclear.asking("\"payload\" is longer than " + maxPayloadBytes + " bytes");
        }
    }

    private static byte[] withoutMark(byte[] body) {
        return Arrays.equals(BYTE_ORDER_MARK, 0, 3, body, 0, Math.min(3, body.length))
                ? Arrays.copyOfRange(body, 3, body.length)
                : body;
    }

    private static Said said(JsonFactory json, byte[] body) throws IOException, Unclear {
        requireText(body);
        try (var parser = json.createParser(ReadableNames.in(body, 0, body.length).array())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw Unclear.foreign("the body is not a JSON object");
            }
            var said = new Said();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                readField(parser, said, body);
            }
            if (parser.nextToken() != null) {
                throw Unclear.foreign("the body is more than one JSON value");
            }
            return said;
        }
    }

    /** The parser skips over text without a look at it, and takes zero bytes for UTF-16. */
    private static void requireText(byte[] body) throws Unclear {
        if (body.length == 0) {
            throw Unclear.foreign("the body is empty");
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            if (text.toString().indexOf('\0') >= 0) {
                throw Unclear.foreign("the body is not JSON in UTF-8");
            }
        } catch (CharacterCodingException _) {
            throw Unclear.foreign("the body is not valid UTF-8");
        }
    }

    private static void readField(JsonParser parser, Said said, byte[] body)
            throws IOException, Unclear {
        var name = parser.currentName();
        if (!said.names.add(name)) {
            if (KNOWN.contains(name)) {
                throw Unclear.asking(NAME_TWICE);
            }
            said.hasNameTwice = true;
        }
        var value = parser.nextToken();
        switch (name) {
            case "ok" -> said.ok = flag(parser, value);
            case "nextExecuteAt" -> said.nextExecuteAt = instant(parser, value);
            case "payload" -> said.payload = Optional.of(payload(parser, body));
            default -> parser.skipChildren();
        }
    }

    private static Optional<Boolean> flag(JsonParser parser, JsonToken value) throws IOException {
        parser.skipChildren();
        return value.isBoolean() ? Optional.of(value == JsonToken.VALUE_TRUE) : Optional.empty();
    }

    /** Null is how many languages write an absent value. */
    private static Optional<Instant> instant(JsonParser parser, JsonToken value)
            throws IOException, Unclear {
        if (value == JsonToken.VALUE_NULL) {
            return Optional.empty();
        }
        if (value != JsonToken.VALUE_STRING) {
            throw Unclear.asking("\"nextExecuteAt\" is not a string");
        }
        return Optional.of(instant(parser.getText()));
    }

    private static Instant instant(String text) throws Unclear {
        try {
            var instant = InstantText.parse(text, "nextExecuteAt");
            if (instant.isBefore(Instants.EARLIEST) || instant.isAfter(Instants.LATEST)) {
                throw Unclear.asking("\"nextExecuteAt\" lies outside of the years 1 to 9999");
            }
            return instant;
        } catch (InvalidValueException _) {
            throw Unclear.asking(
                    "\"nextExecuteAt\" is not an instant such as 2030-01-01T00:00:00Z");
        }
    }

    /** The bytes of the value as they came; no JSON type ever holds them. */
    private static Payload payload(JsonParser parser, byte[] body) throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        return Payload.wrap(Arrays.copyOfRange(body, start, end));
    }
}
