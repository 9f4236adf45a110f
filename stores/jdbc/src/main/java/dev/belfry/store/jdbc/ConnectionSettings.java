package dev.belfry.store.jdbc;

import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/** Gives each connection of a migration its settings, as soon as it is open. Immutable. */
final class ConnectionSettings extends BaseCallback {
    private final String statement;

    ConnectionSettings(String statement) {
        this.statement = statement;
    }

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.AFTER_CONNECT;
    }

    @Override
    public void handle(Event event, Context context) {
        try (var set = context.getConnection().createStatement()) {
            set.execute(statement);
        } catch (SQLException e) {
            throw new FlywayException("the settings of a connection are refused", e);
        }
    }
}
