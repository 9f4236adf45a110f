package dev.belfry.store.mongodb;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;

/** Opens databases of MongoDB whose hosts are found by DNS: {@code mongodb+srv://host/belfry}. */
public final class MongoDbSrvStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "mongodb+srv";
    }

    @Override
    public TimerStore open(String url) {
        return new MongoDbStoreProvider().open(url);
    }
}
