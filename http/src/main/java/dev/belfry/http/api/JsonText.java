package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.belfry.http.transport.NameTables;
import dev.belfry.http.transport.ReadableNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/** A JSON text, checked to be UTF-8 and whole. Immutable. */
final class JsonText {
    /** Deep enough for people, shallow enough for every receiver's parser. */
    static final int MAX_DEPTH = 500;

    private static final int CHUNK = 4_096;

    /**
     * Numbers and strings inside a payload are not looked into: its size bounds them. Names are,
     * for they are compared with each other, and many that collide would cost the square of them.
     */
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MAX_DEPTH)
                                    .maxNumberLength(Integer.MAX_VALUE)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .maxNameLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private static final NameTables TABLES = new NameTables(JSON);

    /** Something that reads the text from its first token on. */
    interface Reader<T> {
        T read(JsonParser parser, Body body) throws IOException;
    }

    private JsonText() {}

    /** Reads a text that must be one object and nothing else. */
    static <T> T readObject(Body body, Reader<T> reader) {
        return readWhole(
                body,
                (parser, text) -> {
                    requireObject(parser);
                    return reader.read(parser, text);
                });
    }

    /** Refuses a text that is not one value of any kind. */
    static void requireValue(Body body) {
        readWhole(body, (parser, _) -> parser.skipChildren());
    }

    /** Reads a text from its first token on, which nothing may follow. */
    private static <T> T readWhole(Body body, Reader<T> reader) {
        requireUtf8(body);
        try {
            return TABLES.read(json -> read(json, body, reader));
        } catch (StreamConstraintsException e) {
            throw bad(
                    "the JSON is nested deeper than %d, or has many field names that collide"
                            .formatted(MAX_DEPTH));
        } catch (JsonProcessingException e) {
            throw bad("the body is not valid JSON: " + where(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T read(JsonFactory json, Body body, Reader<T> reader) throws IOException {
        try (var parser = parser(json, body)) {
            parser.nextToken();
            var value = reader.read(parser, body);
            if (parser.nextToken() != null) {
                throw bad("something follows the JSON");
            }
            return value;
        }
    }

    static void requireObject(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw bad("this must be a JSON object");
        }
    }

    private static JsonParser parser(JsonFactory json, Body body) throws IOException {
        var readable = ReadableNames.in(body.array(), body.from(), body.until());
        return json.createParser(readable.array(), readable.arrayOffset(), readable.remaining());
    }

    private static String where(JsonProcessingException e) {
        var at = e.getLocation();
        var said = e.getOriginalMessage();
        return at == null
                ? said
                : "%s, line %d column %d".formatted(said, at.getLineNr(), at.getColumnNr());
    }

    private static ProblemException bad(String detail) {
        return Problem.of(Code.INVALID_INPUT, detail).raised();
    }

    /** The parser guesses encodings and passes over errors in strings it skips; here neither is. */
    private static void requireUtf8(Body body) {
        var bytes = body.array();
        if (body.size() == 0) {
            throw bad("the body is empty");
        }
        boolean plain = true;
        for (int i = body.from(); i < body.until(); i++) {
            if (bytes[i] == 0) {
                throw bad("the body has a NUL byte; it must be JSON in UTF-8");
            }
            plain &= bytes[i] > 0;
        }
        if (!plain && !isUtf8(body)) {
            throw bad("the body is not valid UTF-8");
        }
        if ((bytes[body.from()] & 0xFF) == 0xEF) {
            throw bad("the body begins with a byte order mark; leave it out");
        }
    }

    private static boolean isUtf8(Body body) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        var in = ByteBuffer.wrap(body.array(), body.from(), body.size());
        var out = CharBuffer.allocate(CHUNK);
        var result = decoder.decode(in, out.clear(), true);
        while (result.isOverflow()) {
            result = decoder.decode(in, out.clear(), true);
        }
        return !result.isError();
    }
}
