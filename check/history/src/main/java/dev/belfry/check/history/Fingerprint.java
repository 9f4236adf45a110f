package dev.belfry.check.history;

import java.util.zip.CRC32C;

/** A short stand-in for bytes that a history compares and does not keep. */
public record Fingerprint(long value) {
    private static final int HASH_FACTOR = 31;

    public static Fingerprint of(byte[] bytes) {
        var crc = new CRC32C();
        crc.update(bytes);
        long hash = bytes.length;
        for (byte b : bytes) {
            hash = HASH_FACTOR * hash + b;
        }
        return new Fingerprint(hash << Integer.SIZE | crc.getValue());
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
