package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.contract.TimerStoreContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

class PostgresTimerStoreTest implements TimerStoreContract {
    private static final PostgresSchema SCHEMA = new PostgresSchema("postgres");

    @Override
    public TimerStore open() {
        return SCHEMA.open();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return SCHEMA.open();
    }

    @Override
    public TimerStore another(TimerStore open) {
        return SCHEMA.open();
    }

    @Override
    public boolean keepsSequence() {
        return false;
    }

    @AfterEach
    void empty() throws SQLException {
        SCHEMA.empty();
    }

    @AfterAll
    static void drop() throws SQLException {
        SCHEMA.close();
    }
}
