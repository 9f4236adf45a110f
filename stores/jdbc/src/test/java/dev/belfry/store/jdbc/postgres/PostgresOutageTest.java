package dev.belfry.store.jdbc.postgres;

import dev.belfry.store.jdbc.OutageContract;
import dev.belfry.store.jdbc.TroubledDatabase;

class PostgresOutageTest implements OutageContract {
    @Override
    public TroubledDatabase database() {
        return PostgresSchema.SHARED;
    }
}
