package dev.belfry.store.jdbc.postgres;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

/** No part of {@code make test}: {@code make contract STORE=postgres-partitioned} runs it. */
class PartitionedPostgresTimerStoreSuite implements TimerStoreContract, ServerUnderTest {
    @Override
    public TestDatabase database() {
        return PostgresSchema.PARTITIONED;
    }
}
