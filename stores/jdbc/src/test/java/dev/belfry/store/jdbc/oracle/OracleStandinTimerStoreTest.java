package dev.belfry.store.jdbc.oracle;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.standin.StandinDatabase;

class OracleStandinTimerStoreTest implements TimerStoreContract, ServerContract {
    private static final StandinDatabase DATABASE = StandinDatabase.oracle();

    @Override
    public TestDatabase database() {
        return DATABASE;
    }
}
