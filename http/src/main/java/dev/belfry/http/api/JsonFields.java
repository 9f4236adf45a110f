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
     * Reads an object that has begun, up to its end, and refuses it with all that is wrong in it.
     *
     * @param at the path of the object, empty for the whole body
     */
    static void read(JsonParser parser, Body body, String at, Collection<String> known, Taker taker)
            throws IOException {
        faults(parser, body, at, known, taker).requireNone();
    }

    /** The same, for whoever has more to say about what could be read. */
    static FaultList faults(
            JsonParser parser, Body body, String at, Collection<String> known, Taker taker)
            throws IOException {
        var faults = new FaultList();
        var seen = new HashSet<String>();
        var object = parser.getParsingContext();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var field = at.isEmpty() ? name : at + "." + name;
            parser.nextToken();
            try {
                requireNew(name, field, known, seen);
                taker.take(name, new JsonValue(parser, body, field));
            } catch (InvalidValueException e) {
                faults.add(e);
            } catch (ProblemException e) {
                faults.add(e);
            }
            while (!parser.getParsingContext().equals(object)) {
                parser.nextToken();
            }
        }
        return faults;
    }

    private static void requireNew(
            String name, String field, Collection<String> known, Collection<String> seen) {
        if (!known.contains(name)) {
            throw new InvalidValueException(cut(field), refusal(name));
        }
        if (!seen.add(name)) {
            throw new InvalidValueException(field, "is given twice");
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
