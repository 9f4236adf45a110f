package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.standin.StandinDatabase;

class SqlServerStandinTimerStoreTest implements TimerStoreContract, ServerContract {
    private static final StandinDatabase DATABASE = StandinDatabase.sqlServer();

    @Override
    public TestDatabase database() {
        return DATABASE;
    }
}
