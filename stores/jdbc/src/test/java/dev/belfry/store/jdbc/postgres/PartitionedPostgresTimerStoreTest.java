package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

class PartitionedPostgresTimerStoreTest implements TimerStoreContract, ServerUnderTest {
    @Override
    public TestDatabase database() {
        return PostgresSchema.PARTITIONED;
    }
}
