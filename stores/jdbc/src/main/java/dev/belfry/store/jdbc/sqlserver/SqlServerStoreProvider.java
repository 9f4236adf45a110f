package dev.belfry.store.jdbc.sqlserver;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;

/** Opens databases of SQL Server: {@code jdbc:sqlserver://host:1433;databaseName=belfry}. */
public final class SqlServerStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "jdbc:sqlserver";
    }

    @Override
    public TimerStore open(String url) {
        return open(StoreAccess.by(url));
    }

    @Override
    public TimerStore open(StoreAccess access) {
        return new ServerOpening(access, new SqlServer()).store();
    }

    @Override
    public StoreSchema schema(String url) {
        return new ServerOpening(url, new SqlServer()).schema();
    }
}
