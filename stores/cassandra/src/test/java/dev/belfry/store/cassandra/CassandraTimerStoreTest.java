package dev.belfry.store.cassandra;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;

class CassandraTimerStoreTest implements TimerStoreContract {
    private static final Keyspace KEYSPACE = Keyspace.shared();

    @Override
    public TimerStore open() {
        return KEYSPACE.emptyStore();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return new CassandraStoreProvider().open(KEYSPACE.url());
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
