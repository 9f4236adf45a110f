package dev.belfry.store.jdbc;

import dev.belfry.check.contract.StoreUnderTest;
import dev.belfry.core.store.TimerStore;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** The wiring of contracts to a database server: one database for all tests, emptied after each. */
public interface ServerUnderTest extends StoreUnderTest {
    /** The same for all tests; its tables are there. */
    TestDatabase database();

    /** Without a look at tables that are there, because it takes longer than most tests. */
    @Override
    default TimerStore open() {
        return database().opening().storeAsItIs();
    }

    @Override
    default TimerStore reopen(TimerStore closed) {
        return database().open();
    }

    @Override
    default TimerStore another(TimerStore open) {
        return database().opening().storeAsItIs();
    }

    @Override
    default boolean keepsSequence() {
        return false;
    }

    /** Several nodes use a server, so that their races are worth some time. */
    @Override
    default Duration longestRace() {
        return Duration.ofSeconds(10);
    }

    @AfterEach
    default void empty() throws SQLException {
        database().empty();
    }
}
