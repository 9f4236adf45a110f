package dev.belfry.core.timer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A timer's fixed-size name, derived from its key, and the tie-breaker among timers of one instant.
 *
 * <p>It is a version 8 UUID of RFC 9562 over SHA-256 of the length-prefixed group and id, and the
 * instant of a single run. It compares as unsigned bytes: {@link UUID#compareTo} is signed and must
 * not be used.
 */
public record TimerUuid(long high, long low) implements Comparable<TimerUuid> {
    public static final TimerUuid MIN = new TimerUuid(0, 0);
    public static final TimerUuid MAX = new TimerUuid(-1, -1);
    public static final int BYTES = 16;

    private static final long VERSION_MASK = 0x0000_0000_0000_F000L;
    private static final long VERSION_8 = 0x0000_0000_0000_8000L;
    private static final long VARIANT_MASK = 0xC000_0000_0000_0000L;
    private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

    public static TimerUuid of(TimerKey key) {
        var sha = new Sha256();
        sha.add(key.group().value().getBytes(StandardCharsets.UTF_8));
        sha.add(key.id().getBytes(StandardCharsets.UTF_8));
        key.run().ifPresent(at -> sha.add(at.toString().getBytes(StandardCharsets.UTF_8)));
        var hash = sha.finish();
        return new TimerUuid(
                (hash.getLong() & ~VERSION_MASK) | VERSION_8,
                (hash.getLong() & ~VARIANT_MASK) | VARIANT_RFC);
    }

    public static TimerUuid fromBytes(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new TimerUuid(buffer.getLong(), buffer.getLong());
    }

    public static TimerUuid parse(String text) {
        var uuid = UUID.fromString(text);
        return new TimerUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    @Override
    public int compareTo(TimerUuid other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
