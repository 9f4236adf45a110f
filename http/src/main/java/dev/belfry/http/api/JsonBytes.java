package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.belfry.core.timer.InstantText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** Writes JSON into bytes. Confined to one answer. */
public final class JsonBytes {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int USUAL_SIZE = 1_024;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_SIZE);
    private final JsonGenerator generator;

    /** Writes something; the stream is in memory and does not fail. */
    public interface Part {
        void write(JsonBytes json) throws IOException;
    }

    /** Writes one item of a list. */
    public interface Item<T> {
        void write(JsonBytes json, T item) throws IOException;
    }

    private JsonBytes() throws IOException {
        generator = JSON.createGenerator(bytes);
    }

    /** The bytes of an object with these fields. */
    public static byte[] object(Part fields) {
        try {
            var json = new JsonBytes();
            json.inObject(fields);
            json.generator.close();
            return json.bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void inObject(Part fields) throws IOException {
        generator.writeStartObject();
        fields.write(this);
        generator.writeEndObject();
    }

    public JsonBytes text(String name, Object value) throws IOException {
        generator.writeStringField(name, value.toString());
        return this;
    }

    public JsonBytes text(String name, Optional<?> value) throws IOException {
        return value.isPresent() ? text(name, value.get()) : this;
    }

    JsonBytes at(String name, Instant instant) throws IOException {
        return text(name, InstantText.format(instant));
    }

    public JsonBytes number(String name, long value) throws IOException {
        generator.writeNumberField(name, value);
        return this;
    }

    public JsonBytes decimal(String name, double value) throws IOException {
        generator.writeNumberField(name, value);
        return this;
    }

    /** What is not a number is written as null. */
    public JsonBytes decimalOrNull(String name, double value) throws IOException {
        generator.writeFieldName(name);
        decimalOrNull(value);
        return this;
    }

    private void decimalOrNull(double value) throws IOException {
        if (Double.isFinite(value)) {
            generator.writeNumber(rounded(value));
        } else {
            generator.writeNull();
        }
    }

    /** People read these; more digits would only make answers longer. */
    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    public JsonBytes decimals(String name, double[] values) throws IOException {
        generator.writeArrayFieldStart(name);
        for (double value : values) {
            decimalOrNull(value);
        }
        generator.writeEndArray();
        return this;
    }

    public JsonBytes nothing(String name) throws IOException {
        generator.writeNullField(name);
        return this;
    }

    public JsonBytes flag(String name, boolean value) throws IOException {
        generator.writeBooleanField(name, value);
        return this;
    }

    public JsonBytes object(String name, Part fields) throws IOException {
        generator.writeFieldName(name);
        inObject(fields);
        return this;
    }

    public <T> JsonBytes list(String name, Collection<T> items, Item<T> item) throws IOException {
        generator.writeArrayFieldStart(name);
        for (var one : items) {
            generator.writeStartObject();
            item.write(this, one);
            generator.writeEndObject();
        }
        generator.writeEndArray();
        return this;
    }

    public JsonBytes texts(String name, Collection<?> items) throws IOException {
        generator.writeArrayFieldStart(name);
        for (var one : items) {
            generator.writeString(one.toString());
        }
        generator.writeEndArray();
        return this;
    }

    public JsonBytes numbers(String name, Collection<Integer> items) throws IOException {
        generator.writeArrayFieldStart(name);
        for (int one : items) {
            generator.writeNumber(one);
        }
        generator.writeEndArray();
        return this;
    }

    /** JSON that is there already, byte for byte. */
    JsonBytes raw(String name, byte[] value) throws IOException {
        generator.writeFieldName(name);
        generator.writeRawValue("");
        generator.flush();
        bytes.write(value);
        return this;
    }
}
