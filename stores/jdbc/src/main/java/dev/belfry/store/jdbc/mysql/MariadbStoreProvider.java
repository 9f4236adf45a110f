package dev.belfry.store.jdbc.mysql;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;

/** Opens databases of MariaDB: {@code jdbc:mariadb://host/database?user=name}. */
public final class MariadbStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "jdbc:mariadb";
    }

    @Override
    public TimerStore open(String url) {
        return open(StoreAccess.by(url));
    }

    @Override
    public TimerStore open(StoreAccess access) {
        return MysqlServer.opening(access).store();
    }

    @Override
    public StoreSchema schema(String url) {
        return MysqlServer.schemaAt(url);
    }
}
