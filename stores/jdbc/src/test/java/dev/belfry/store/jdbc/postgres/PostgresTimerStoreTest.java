package dev.belfry.store.jdbc.postgres;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

class PostgresTimerStoreTest implements TimerStoreContract, ServerUnderTest {
    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }
}
