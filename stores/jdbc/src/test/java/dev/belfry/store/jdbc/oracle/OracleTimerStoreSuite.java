package dev.belfry.store.jdbc.oracle;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;

/**
 * For those who have a server: {@code make contract STORE=oracle}. Its name keeps it out of all
 * else.
 */
class OracleTimerStoreSuite implements TimerStoreContract, ServerContract {
    @Override
    public TestDatabase database() {
        return OracleSchema.SHARED;
    }
}
