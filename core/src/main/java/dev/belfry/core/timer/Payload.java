package dev.belfry.core.timer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A JSON value, byte for byte as it came; Belfry never looks inside. Immutable. */
public final class Payload {
    /** What a timer without a payload carries: JSON null. */
    public static final Payload NULL = of("null");

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes the array over: the caller must not write to it any more. */
    public static Payload wrap(byte[] bytes) {
        return new Payload(bytes);
    }

    public static Payload of(String json) {
        return new Payload(json.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return bytes.length;
    }

    /** The bytes themselves, not a copy: for reading only. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Payloads may hold secrets: the size is all that reaches a log. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
