package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;

/** Reads the fields of an object strictly: none unknown, none twice. */
final class JsonFields {
    /** Takes the value of one field. */
    interface Taker {
        void take(String name, JsonValue value) throws IOException;
    }

    private JsonFields() {}

    /**
     * Reads an object that has begun, up to its end.
     *
     * @param at the path of the object, empty for the whole body
     */
    static void read(JsonParser parser, Body body, String at, Collection<String> known, Taker taker)
            throws IOException {
        var seen = new HashSet<String>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var field = at.isEmpty() ? name : at + "." + name;
            if (!known.contains(name)) {
                throw new InvalidValueException(cut(field), refusal(name));
            }
            if (!seen.add(name)) {
                throw new InvalidValueException(field, "is given twice");
            }
            parser.nextToken();
            taker.take(name, new JsonValue(parser, body, field));
        }
    }

    private static String refusal(String name) {
        return TimerJson.READ_ONLY.contains(name)
                ? "is read-only and can not be given"
                : "is not a known field";
    }

    /** A name from outside goes back in the answer, but not at any length. */
    private static String cut(String field) {
        return field.length() <= 100 ? field : field.substring(0, 100) + "…";
    }
}
