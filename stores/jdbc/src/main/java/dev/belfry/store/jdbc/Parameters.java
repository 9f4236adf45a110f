package dev.belfry.store.jdbc;

import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;

/** Sets the parameters of a statement one after the other. Confined to a call. */
final class Parameters {
    private final PreparedStatement statement;
    private int index;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    Parameters text(String value) throws SQLException {
        statement.setString(++index, value);
        return this;
    }

    Parameters text(Optional<String> value) throws SQLException {
        return value.isPresent() ? text(value.get()) : none(Types.VARCHAR);
    }

    /** Empty text as none, because some databases can not tell the two apart. */
    Parameters textUnlessEmpty(String value) throws SQLException {
        return value.isEmpty() ? none(Types.VARCHAR) : text(value);
    }

    Parameters bytes(byte[] value) throws SQLException {
        statement.setBytes(++index, value);
        return this;
    }

    Parameters uuid(TimerUuid uuid) throws SQLException {
        return bytes(uuid.toBytes());
    }

    /** In epoch milliseconds; an instant after all that can be stored stays after them. */
    Parameters instant(Instant instant) throws SQLException {
        return number(instant.isAfter(Instants.LATEST) ? Long.MAX_VALUE : instant.toEpochMilli());
    }

    Parameters position(Position position) throws SQLException {
        return instant(position.fireAt()).uuid(position.uuid());
    }

    Parameters none(int type) throws SQLException {
        statement.setNull(++index, type);
        return this;
    }
}
