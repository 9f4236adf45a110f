package dev.belfry.core.timer;

import java.nio.ByteBuffer;
import java.util.List;

/** A fingerprint of a request as asked: two requests with the same digest asked for the same. */
public record Digest(long high, long low) {
    public static final int BYTES = 16;

    /** The digest of a request made of these parts; their order counts. */
    public static Digest of(List<byte[]> parts) {
        var sha = new Sha256();
        parts.forEach(sha::add);
        var hash = sha.finish();
        return new Digest(hash.getLong(), hash.getLong());
    }

    public static Digest fromBytes(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new Digest(buffer.getLong(), buffer.getLong());
    }

    /** What a timer asked for with this digest has become after a change with that one. */
    public Digest changedBy(Digest change) {
        return of(List.of(toBytes(), change.toBytes()));
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }
}
