package dev.belfry.check.contract;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import java.time.InstantSource;

class MemoryTimerStoreTest implements TimerStoreContract {
    @Override
    public TimerStore open() {
        return new MemoryTimerStore(InstantSource.system());
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return closed;
    }
}
