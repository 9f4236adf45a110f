package dev.belfry.store.jdbc;

import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;

/** Takes the values of a statement, or of one row of it, one after the other. */
interface Parameters {
    Parameters number(long value) throws SQLException;

    Parameters text(String value) throws SQLException;

    Parameters bytes(byte[] value) throws SQLException;

    /** No value, of a type in {@link Types}. */
    Parameters none(int type) throws SQLException;

    default Parameters text(Optional<String> value) throws SQLException {
        return value.isPresent() ? text(value.get()) : none(Types.VARCHAR);
    }

    /** Empty text as none, because some databases can not tell the two apart. */
    default Parameters textUnlessEmpty(String value) throws SQLException {
        return value.isEmpty() ? none(Types.VARCHAR) : text(value);
    }

    default Parameters uuid(TimerUuid uuid) throws SQLException {
        return bytes(uuid.toBytes());
    }

    /** In epoch milliseconds; an instant after all that can be stored stays after them. */
    default Parameters instant(Instant instant) throws SQLException {
        return number(instant.isAfter(Instants.LATEST) ? Long.MAX_VALUE : instant.toEpochMilli());
    }

    default Parameters position(Position position) throws SQLException {
        return instant(position.fireAt()).uuid(position.uuid());
    }
}
