package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;

/**
 * Opens databases of PostgreSQL: {@code jdbc:postgresql://host/database?user=name}. With {@code
 * &partitions=16} the tables of timers are made in so many partitions.
 */
public final class PostgresStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "jdbc:postgresql";
    }

    @Override
    public TimerStore open(String url) {
        return open(StoreAccess.by(url));
    }

    @Override
    public TimerStore open(StoreAccess access) {
        return new ServerOpening(access, PostgresServer.of(access.url().get())).store();
    }

    @Override
    public StoreSchema schema(String url) {
        return new ServerOpening(url, PostgresServer.of(url)).schema();
    }
}
