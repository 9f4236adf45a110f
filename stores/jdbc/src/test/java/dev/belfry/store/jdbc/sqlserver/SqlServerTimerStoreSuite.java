package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;

/**
 * For those who have a server: {@code make contract STORE=sqlserver}. Its name keeps it out of all
 * else.
 */
class SqlServerTimerStoreSuite implements TimerStoreContract, ServerContract {
    @Override
    public TestDatabase database() {
        return SqlServerDatabase.SHARED;
    }
}
