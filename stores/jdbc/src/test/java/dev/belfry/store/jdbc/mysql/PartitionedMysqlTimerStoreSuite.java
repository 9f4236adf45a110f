package dev.belfry.store.jdbc.mysql;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.store.jdbc.ServerUnderTest;
import dev.belfry.store.jdbc.TestDatabase;

/** No part of {@code make test}: {@code make contract STORE=mysql-partitioned} runs it. */
class PartitionedMysqlTimerStoreSuite implements TimerStoreContract, ServerUnderTest {
    @Override
    public TestDatabase database() {
        return MysqlDatabase.Mysql.PARTITIONED;
    }
}
