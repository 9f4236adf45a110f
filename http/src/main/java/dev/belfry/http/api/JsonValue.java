package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Payload;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The value of a field, to be read once as what it should be. Confined to the request. */
final class JsonValue {
    private static final int LONGEST_NUMBER = 20;

    private final JsonParser parser;
    private final Body body;
    private final String field;

    /**
     * @param field its path, for refusals
     */
    JsonValue(JsonParser parser, Body body, String field) {
        this.parser = parser;
        this.body = body;
        this.field = field;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    String string() throws IOException {
        require(
                parser.currentToken() == JsonToken.VALUE_STRING,
                field,
                "must be a string, not %s",
                kind());
        var text = parser.getText();
        require(!hasLoneSurrogate(text), field, "has a lone surrogate");
        return text;
    }

    private static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
            }
        }
        return false;
    }

    Instant instant() throws IOException {
        return InstantText.parse(string(), field);
    }

    Duration duration() throws IOException {
        return DurationText.parse(string(), field);
    }

    boolean flag() throws IOException {
        require(parser.currentToken().isBoolean(), field, "must be true or false, not %s", kind());
        return parser.getBooleanValue();
    }

    int integer() throws IOException {
        return (int) whole(Integer.MAX_VALUE);
    }

    /** A whole number whose amount is not above the greatest. */
    long whole(long greatest) throws IOException {
        require(
                parser.currentToken() == JsonToken.VALUE_NUMBER_INT,
                field,
                "must be a whole number, not %s",
                kind());
        var number = number();
        require(
                number.abs().compareTo(BigDecimal.valueOf(greatest)) <= 0,
                field,
                "is out of range");
        return number.longValueExact();
    }

    double decimal() throws IOException {
        require(parser.currentToken().isNumeric(), field, "must be a number, not %s", kind());
        return number().doubleValue();
    }

    /** Long ones take time that grows with the square of their length. */
    private BigDecimal number() throws IOException {
        require(parser.getTextLength() <= LONGEST_NUMBER, field, "has too many digits");
        return new BigDecimal(parser.getText());
    }

    /** The bytes themselves, cut out of the request. */
    Payload raw() throws IOException {
        return Payload.wrap(skipped().copy());
    }

    /** Passes over the value and says where it lies. */
    Body skipped() throws IOException {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int until = (int) parser.currentLocation().getByteOffset();
        return body.part(from, until);
    }

    void object(Collection<String> known, JsonFields.Taker taker) throws IOException {
        requireObject();
        JsonFields.read(parser, body, field, known, taker);
    }

    /** The same, where null for the object is null for each of its fields. */
    void objectOrNull(Collection<String> known, JsonFields.Taker taker) throws IOException {
        if (!isNull()) {
            object(known, taker);
            return;
        }
        for (var name : known) {
            taker.take(name, this);
        }
    }

    private void requireObject() {
        require(
                parser.currentToken() == JsonToken.START_OBJECT,
                field,
                "must be an object, not %s",
                kind());
    }

    /** An object whose names are the caller's own and whose values are strings. */
    SequencedMap<String, String> strings() throws IOException {
        requireObject();
        var strings = new LinkedHashMap<String, String>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            parser.nextToken();
            var former =
                    strings.put(name, new JsonValue(parser, body, field + "." + name).string());
            require(former == null, field + "." + name, "is given twice");
        }
        return strings;
    }

    /** Each of a list, read as what it should be. */
    <T> List<T> list(TimerReader.Kind<T> item) throws IOException {
        require(
                parser.currentToken() == JsonToken.START_ARRAY,
                field,
                "must be a list, not %s",
                kind());
        var items = new ArrayList<T>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(item.read(this));
        }
        return items;
    }

    private String kind() {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> "null";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_STRING -> "a string";
            case START_ARRAY -> "a list";
            default -> "an object";
        };
    }
}
