package dev.belfry.store.mongodb;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;

class MongoDbTimerStoreTest implements TimerStoreContract {
    private static final TestDatabase DATABASE = TestDatabase.shared();

    @Override
    public TimerStore open() {
        return DATABASE.emptyStore();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return DATABASE.store();
    }

    @Override
    public TimerStore another(TimerStore open) {
        return reopen(open);
    }

    @Override
    public boolean removesExpiredByItself() {
        return true;
    }
}
