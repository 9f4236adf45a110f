package dev.belfry.store.jdbc.sqlite;

import dev.belfry.store.jdbc.SessionCheck;
import java.sql.Connection;

/** Nothing to look at: a connection to a file can not lead elsewhere. */
final class FileCheck implements SessionCheck {
    @Override
    public long term() {
        return 0;
    }

    @Override
    public long opened(Connection connection) {
        return term();
    }

    @Override
    public long rested(Connection connection) {
        return term();
    }
}
