package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.ServerContract;
import dev.belfry.store.jdbc.TestDatabase;

class PostgresServerTest implements ServerContract {
    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }
}
