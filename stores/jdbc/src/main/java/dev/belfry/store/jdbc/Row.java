package dev.belfry.store.jdbc;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Reads the columns of one row one after the other. Confined to a call. */
final class Row {
    private final ResultSet result;
    private int index;

    Row(ResultSet result) {
        this.result = result;
    }

    long number() throws SQLException {
        return result.getLong(++index);
    }

    int integer() throws SQLException {
        return result.getInt(++index);
    }

    boolean bool() throws SQLException {
        return result.getBoolean(++index);
    }

    String text() throws SQLException {
        return result.getString(++index);
    }

    Optional<String> optionalText() throws SQLException {
        return Optional.ofNullable(result.getString(++index));
    }

    String textOrEmpty() throws SQLException {
        return optionalText().orElse("");
    }

    byte[] bytes() throws SQLException {
        return result.getBytes(++index);
    }

    TimerUuid uuid() throws SQLException {
        return TimerUuid.fromBytes(bytes());
    }

    Instant instant() throws SQLException {
        return Instant.ofEpochMilli(number());
    }

    Position position() throws SQLException {
        return new Position(instant(), uuid());
    }
}
