package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.OutageContract;
import dev.belfry.store.jdbc.TroubledDatabase;

class MariadbOutageTest implements OutageContract {
    @Override
    public TroubledDatabase database() {
        return MysqlDatabase.Mariadb.SHARED;
    }
}
