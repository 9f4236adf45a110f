package dev.belfry.store.jdbc.mysql;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

class MariadbTimerStoreTest implements TimerStoreContract, ServerUnderTest {
    @Override
    public TestDatabase database() {
        return MysqlDatabase.Mariadb.SHARED;
    }
}
