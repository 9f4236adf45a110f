package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;

class TidbServerTest implements ServerContract {
    @Override
    public TestDatabase database() {
        return MysqlDatabase.Tidb.SHARED;
    }
}
