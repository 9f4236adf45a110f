package dev.belfry.store.mongodb;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;

/**
 * Opens databases of MongoDB by its own connection strings, such as {@code
 * mongodb://user:password@host1,host2/belfry?replicaSet=rs0}.
 */
public final class MongoDbStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "mongodb";
    }

    @Override
    public TimerStore open(String url) {
        return new MongoDbTimerStore(MongoOpening.open(MongoUrl.parse(url)));
    }
}
