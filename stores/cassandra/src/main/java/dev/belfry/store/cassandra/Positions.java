package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Positions as the clustering columns {@code at} and {@code uuid} hold them. */
final class Positions {
    private Positions() {}

    /** Beyond the years that a row may have, any number above them will do. */
    static long at(Position position) {
        var instant = position.fireAt();
        return instant.isAfter(Instants.LATEST) ? Long.MAX_VALUE : instant.toEpochMilli();
    }

    static ByteBuffer uuid(TimerUuid uuid) {
        return ByteBuffer.wrap(uuid.toBytes());
    }

    static ByteBuffer uuid(Position position) {
        return uuid(position.uuid());
    }

    static TimerUuid uuid(Row row) {
        return TimerUuid.fromBytes(TimerColumns.bytes(row.getByteBuffer("uuid")));
    }

    static Position of(Row row) {
        return new Position(Instant.ofEpochMilli(row.getLong("at")), uuid(row));
    }
}
