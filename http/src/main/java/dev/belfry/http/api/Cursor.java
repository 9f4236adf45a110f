package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/** Where a list goes on, as an opaque text. */
final class Cursor {
    private static final byte FORMAT = 1;
    private static final byte GROUP_FORMAT = 2;
    private static final int BYTES = 1 + Long.BYTES + TimerUuid.BYTES;

    private Cursor() {}

    static String of(Position position) {
        var bytes =
                ByteBuffer.allocate(BYTES)
                        .put(FORMAT)
                        .putLong(position.fireAt().toEpochMilli())
                        .put(position.uuid().toBytes());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** After a group, in order of the ids. */
    static String of(GroupId last) {
        var id = last.value().getBytes(StandardCharsets.US_ASCII);
        var bytes = ByteBuffer.allocate(1 + id.length).put(GROUP_FORMAT).put(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static GroupId parseGroup(String text) {
        try {
            var bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length > 1 && bytes[0] == GROUP_FORMAT) {
                return new GroupId(
                        new String(bytes, 1, bytes.length - 1, StandardCharsets.US_ASCII));
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw notGiven();
    }

    static Position parse(String text) {
        try {
            var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() == BYTES && bytes.get() == FORMAT) {
                var at = Instant.ofEpochMilli(bytes.getLong());
                var uuid = new TimerUuid(bytes.getLong(), bytes.getLong());
                if (!at.isBefore(Instants.EARLIEST) && !at.isAfter(Instants.LATEST)) {
                    return new Position(at, uuid);
                }
            }
        } catch (IllegalArgumentException | BufferUnderflowException _) {
            // Said below.
        }
        throw notGiven();
    }

    private static InvalidValueException notGiven() {
        return new InvalidValueException("cursor", "is not one that a list gave");
    }
}
