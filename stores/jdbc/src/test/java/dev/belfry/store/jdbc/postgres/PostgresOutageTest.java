package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.OutageContract;
import dev.belfry.store.jdbc.TestDatabase;

class PostgresOutageTest implements OutageContract {
    @Override
    public TestDatabase database() {
        return PostgresSchema.SHARED;
    }
}
